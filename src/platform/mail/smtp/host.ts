import type { HandOver, Task } from './hand-over.ts';

/** Brings the message that is to be carried next; undefined when there is none. */
export type Next = () => Task | undefined;

/** Who gives a connection its messages and hears of it. */
export type Host = {
  /** A message that may go behind one that has no answer yet. */
  following: Next;
  /** The connection has nothing to do. */
  rest(connection: Connection): void;
  /** A connection that has something to do can take more. */
  hasRoom(): void;
  /** The message was not handed over, and it is not said that it cannot be. `result`: what it means if nobody else takes it. */
  give_back(task: Task, result: HandOver): void;
  /** The relay cannot carry the message as it is; `result` says why. */
  cannot(task: Task, result: HandOver): void;
  /** It waits for an answer, and takes no more messages until it has ended. */
  stalls(connection: Connection): void;
  /** It takes no more messages. `failed`: it never carried one, though it was asked to. */
  ended(connection: Connection, reason: string, failed: boolean): void;
  /** Its socket is closed. */
  closed(connection: Connection): void;
};

export type Connection = {
  /** How many more messages it can carry now. */
  room(): number;
  /** Carries as many of the messages that `next` brings as it has room for. Only while it has room. */
  carry(next: Next): void;
  /** Takes the message back, if its content has not begun to leave; the connection carries no other then. */
  withdraw(task: Task): boolean;
  /** Begins nothing more, and closes when all that has been sent is answered. */
  leave(reason: string): void;
  /** Ends at once: what has been sent without answer is uncertain. */
  cut(reason: string): void;
  /** Gives up on a relay that has been silent for too long, or takes leave after a long rest. */
  check(now: number): void;
};
