import type { HandOver, Task } from './hand-over.ts';

/** Returns the message to carry next; undefined if there is none. */
export type Next = () => Task | undefined;

/** Gives a connection its messages and receives its events. */
export type Host = {
  /** A message that may follow an unanswered one. */
  following: Next;
  /** The connection is idle. */
  rest(connection: Connection): void;
  /** A busy connection can take more messages. */
  hasRoom(): void;
  /** The relay has answered a command of a message. */
  hears(): void;
  /** Whether the relay has answered commands of messages on other connections since then. */
  worksElsewhere(since: number): boolean;
  /** Whether another connection is open and carries nothing. */
  hasIdle(): boolean;
  /** The message was not handed over, but may be by another connection. `result`: what it means if that fails. */
  give_back(task: Task, result: HandOver): void;
  /** The relay cannot carry the message as it is; `result` says why. */
  cannot(task: Task, result: HandOver): void;
  /** It has waited too long for an answer to this, and takes no more messages until it has ended. */
  stalls(connection: Connection, what: string): void;
  /** It takes no more messages. `failed`: it never carried one, although it was asked to. */
  ended(connection: Connection, reason: string, failed: boolean): void;
  /** Its socket is closed. */
  closed(connection: Connection): void;
};

export type Connection = {
  /** How many more messages it can carry now. */
  room(): number;
  /** How many messages it carries. */
  carries(): number;
  /** Carries as many of the messages from `next` as it has capacity for. Only while it has capacity. */
  carry(next: Next): void;
  /** Withdraws the message if its content has not begun to leave; the connection carries no others then. */
  withdraw(task: Task): boolean;
  /** Starts no more messages, and closes when everything sent is answered. */
  leave(reason: string): void;
  /** Ends immediately: everything sent without an answer is uncertain. */
  cut(reason: string): void;
  /** Gives up on a relay that has been silent too long, or closes after a long idle time. */
  check(now: number): void;
};
