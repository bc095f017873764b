/** The result of one hand-over. */
export type HandOver = {
  /**
   * `accepted`, `temporary`, `permanent`: the result for this recipient. `uncertain`: the relay may have had the whole message and fell
   * silent before answering. `unreachable`: no relay accepted the message, and nothing is known about the recipient. `too_large`: the same,
   * and no relay will accept the message as it is.
   */
  status: 'accepted' | 'temporary' | 'permanent' | 'uncertain' | 'unreachable' | 'too_large';
  /** The relay's words in one line, code and enhanced code first (`550 5.1.1 no such user`), or the obstacle. */
  reply: string;
  /** The command that the relay answered; absent if the words are our own. */
  stage?: Stage;
  /** The key of the relay that was asked last; absent if none was asked, or if it has no key. */
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
  /** The owner of the mail; sent only to our own inbox. */
  owner?: string;
};

/**
 * RFC 5322 text with CRLF line ends, in pieces as `prepareMessage` makes them, or in one. Text is UTF-8 on the wire.
 * Shared pieces stay one piece of memory until they are sent.
 */
export type Message = Piece | readonly Piece[] | PlainMessage;
export type Piece = Uint8Array | string;

/**
 * Text of only ASCII, with no line that begins with a dot and with a line end at its end, so that it need not be scanned before it is sent.
 */
export type PlainMessage = { plain: readonly string[] };

export function piecesOf(message: Message): readonly Piece[] {
  if (typeof message === 'string' || message instanceof Uint8Array) return [message];
  return isPlainMessage(message) ? message.plain : message;
}

export function isPlainMessage(message: Message): message is PlainMessage {
  return typeof message === 'object' && 'plain' in message;
}

export type OnStall = (words: string, is_its_own: boolean, relay_key: number | null) => void;

/** The sender of mail, which decides which relays may take it: a newsletter, by key, and the address that it writes from. */
export type Sender = { key: number; from_address: string };

/** The functions that run before the content of a message begins to leave. */
export type Leaving = {
  /** Runs for each message that leaves at the same time. */
  note(): void;
  /** Calls `leave` once the notes are kept, at the end of this turn of the event loop; with an error if they cannot be. */
  keep(leave: (error?: Error) => void): void;
};

/** A message that waits to be sent or is being sent. */
export type Task = {
  envelope: Envelope;
  message: Message;
  /** Whether the message goes before all messages without priority. */
  priority: boolean;
  /** The sender; without one, the message takes the default relays. */
  sender: Sender | undefined;
  /** The key of the relay that should take it, if it can. */
  wished: number | undefined;
  /** The key of the relay to which it was offered last. */
  relay_key: number | null;
  /** How often a connection or relay that accepted nothing gave it back. */
  returns: number;
  /** The relays that cannot carry it as it is. */
  unable: Set<unknown>;
  /**
   * Called if the relay has not answered for a long time while the message waits; only the first call counts. `is_its_own` says that it is
   * the answer to this message or its recipient that takes so long.
   */
  on_stall: (words: string, is_its_own: boolean) => void;
  leaving: Leaving | undefined;
  settle(result: HandOver): void;
};
