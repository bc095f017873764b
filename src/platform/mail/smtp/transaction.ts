import type { HandOver, Stage, Task } from './hand-over.ts';

/** A message on a connection, from its MAIL to the answer to its end. */
export type Transaction = {
  task: Task;
  /** Content goes by DATA (RFC 5321), or as chunks by BDAT (RFC 3030), which ask for no permission. */
  by: 'data' | 'bdat';
  /** Bytes of its content. */
  size: number;
  /** None of its content has been sent; all of it was given to the socket; all of it has left this process. */
  content: 'waits' | 'sent' | 'left';
  /** It was sent while another had no answer. */
  is_behind: boolean;
  /** What the relay has said against it before its end. If that is not final, the message is given back. */
  refusal?: { result: HandOver; is_final: boolean };
};

/** What the relay has still to answer, in order; `dot` is the end of the content, by whichever command it goes. */
export type Expected = { step: Stage | 'rset' | 'chunk' | 'lone dot'; transaction?: Transaction };
