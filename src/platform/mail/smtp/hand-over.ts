/** The result of one hand-over. */
export type HandOver = {
  /**
   * `accepted`, `temporary`, `permanent`: the result for this recipient. `uncertain`: the relay had the whole message
   * and fell silent before answering. `unreachable`: no relay accepted the message, and nothing is known about the
   * recipient. `too_large`: likewise, and no relay will accept it as it is.
   */
  status: 'accepted' | 'temporary' | 'permanent' | 'uncertain' | 'unreachable' | 'too_large';
  /** The relay's words in one line, code and enhanced code first (`550 5.1.1 no such user`), or the obstacle. */
  reply: string;
  /** The command that the relay answered; absent if the words are our own. */
  stage?: Stage;
  /** The key of the relay that was asked last; absent if none was, or if it has none. */
  relay_key?: number;
};

/** The command of a transaction that a reply answers; `dot` is the end of the message. */
export type Stage = 'mail' | 'rcpt' | 'data' | 'dot';

export type Envelope = {
  /** The return path; empty for mail that must not be answered (RFC 5321 §4.5.5). */
  from: string;
  to: string;
  /** Asks a relay that supports it (RFC 3461) to report failure and delay with this id. */
  envelope_id?: string;
  /** Whose mail it is; sent only to our own inbox. */
  owner?: string;
};

/**
 * RFC 5322 text with CRLF line ends, in pieces as `prepareMessage` makes them, or in one. Text is UTF-8 on the wire.
 * Shared pieces stay one piece of memory until they are sent.
 */
export type Message = Piece | readonly Piece[] | PlainMessage;
export type Piece = Uint8Array | string;

/** Only ASCII, no line that begins with a dot, and a line end at its end: it need not be read before it is sent. */
export type PlainMessage = { plain: readonly string[] };

export function piecesOf(message: Message): readonly Piece[] {
  if (typeof message === 'string' || message instanceof Uint8Array) return [message];
  return isPlainMessage(message) ? message.plain : message;
}

export function isPlainMessage(message: Message): message is PlainMessage {
  return typeof message === 'object' && 'plain' in message;
}

export type OnStall = (words: string, is_its_own: boolean, relay_key: number | null) => void;

/** Whose mail it is, which decides which relays may take it: a newsletter, by key, and the address that it writes from. */
export type Sender = { key: number; from_address: string };

/** What is done before the content of a message begins to leave: `note` for each of those that leave together, then `keep`. */
export type Leaving = { note(): void; keep(): void };

/** A message that waits to be sent or is being sent. */
export type Task = {
  envelope: Envelope;
  message: Message;
  /** Goes before all messages without priority. */
  priority: boolean;
  /** Absent: it takes the default relays. */
  sender: Sender | undefined;
  /** The key of the relay that should take it, if it can. */
  wished: number | undefined;
  /** The key of the relay that it was offered to last. */
  relay_key: number | null;
  /** How often it was given back by a connection or relay that accepted nothing. */
  returns: number;
  /** The relays that cannot carry it as it is. */
  unable: Set<unknown>;
  /**
   * Called if the relay has not answered for a long time while the message waits; heard the first time. `is_its_own`: the answer
   * to this message or its recipient takes so long.
   */
  on_stall: (words: string, is_its_own: boolean) => void;
  leaving: Leaving | undefined;
  settle(result: HandOver): void;
};
