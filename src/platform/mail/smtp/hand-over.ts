/** What became of one hand-over. */
export type HandOver = {
  /**
   * `accepted`, `temporary`, `permanent`: what became of it for this recipient. `uncertain`: the relay had the whole message
   * and fell silent before it answered. `unreachable`: no relay took the message, and nothing is known of the recipient.
   * `too_large`: neither, and no relay will take it as it is.
   */
  status: 'accepted' | 'temporary' | 'permanent' | 'uncertain' | 'unreachable' | 'too_large';
  /** The relay's words in one line, code and enhanced code first (`550 5.1.1 no such user`), or what stood in the way. */
  reply: string;
  /** The command that the relay answered so; absent where the words are our own and no server has said them. */
  stage?: Stage;
};

/** The command of a transaction that a reply answers; `dot` is the end of the message. */
export type Stage = 'mail' | 'rcpt' | 'data' | 'dot';

export type Envelope = {
  /** The return path; empty for mail that must not be answered (RFC 5321 §4.5.5). */
  from: string;
  to: string;
  /** Asks a relay that can (RFC 3461) to report failure and delay, and to name this id in the report. */
  envelope_id?: string;
  /** Whose mail it is: told to our own inbox, and to no other server. */
  owner?: string;
};

/**
 * RFC 5322 text whose lines end in CRLF, in pieces as `prepareMessage` makes them, or in one. Text is UTF-8 on the wire.
 * What many messages share stays one piece of memory until it is there.
 */
export type Message = Piece | readonly Piece[];
export type Piece = Uint8Array | string;

export function piecesOf(message: Message): readonly Piece[] {
  return typeof message === 'string' || message instanceof Uint8Array ? [message] : message;
}

/** A message that waits for its turn, or has it. */
export type Task = {
  envelope: Envelope;
  message: Message;
  /** Goes before all that has none. */
  priority: boolean;
  /** How often it came back from a connection or a relay that took nothing. */
  returns: number;
  /** The relays that cannot carry it as it is. */
  unable: Set<unknown>;
  /** Hears, once, that the relay has the message and has not answered for a long time. */
  on_stall: (words: string) => void;
  settle(result: HandOver): void;
};
