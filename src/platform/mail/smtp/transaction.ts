import type { HandOver, Stage, Task } from './hand-over.ts';

/** A message on a connection, from its MAIL to the reply to its final dot. */
export type Transaction = {
  task: Task;
  /** The command for the content: DATA (RFC 5321), or BDAT with chunks (RFC 3030), which needs no permission. */
  by: 'data' | 'bdat';
  /** The size of its content in bytes. */
  size: number;
  /** `waits`: none of its content was sent. `sent`: all of it was passed to the socket. `left`: all of it has left this process. */
  content: 'waits' | 'sent' | 'left';
  /** Whether it was sent while another was unanswered. */
  is_behind: boolean;
  /** The relay's objection before the end. If it is not final, the message is given back. */
  refusal?: { result: HandOver; is_final: boolean };
};

/** The answers that the relay still has to give, in order; `dot` is the end of the content, by either command. */
export type Expected = { step: Stage | 'rset' | 'chunk' | 'lone dot'; transaction?: Transaction };
