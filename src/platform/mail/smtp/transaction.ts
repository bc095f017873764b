import type { HandOver, Stage, Task } from './hand-over.ts';

/** A message on a connection, from its MAIL to the reply to its final dot. */
export type Transaction = {
  task: Task;
  /** Content is sent with DATA (RFC 5321), or as chunks with BDAT (RFC 3030), which need no permission. */
  by: 'data' | 'bdat';
  /** Size of its content in bytes. */
  size: number;
  /** None of its content has been sent; all of it was passed to the socket; all of it has left this process. */
  content: 'waits' | 'sent' | 'left';
  /** It was sent while another was unanswered. */
  is_behind: boolean;
  /** The relay's objection before its end. If it is not final, the message is given back. */
  refusal?: { result: HandOver; is_final: boolean };
};

/** What the relay has still to answer, in order; `dot` is the end of the content, by either command. */
export type Expected = { step: Stage | 'rset' | 'chunk' | 'lone dot'; transaction?: Transaction };
