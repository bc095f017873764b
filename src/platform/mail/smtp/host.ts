import type { HandOver, Task } from './hand-over.ts';

/** Returns the message to carry next; undefined if there is none. */
export type Next = () => Task | undefined;

/** Gives a connection its messages and receives its events. */
export type Host = {
  /** Returns a message that may follow an unanswered one. */
  following: Next;
  /** Notes that the connection is idle. */
  rest(connection: Connection): void;
  /** Notes that a busy connection can take more messages. */
  hasRoom(): void;
  /** Notes that the relay has answered a command of a message. */
  hears(): void;
  /** Whether the relay has answered commands of messages on other connections since then. */
  worksElsewhere(since: number): boolean;
  /** Whether another connection is open and carries nothing. */
  hasIdle(): boolean;
  /** Takes back a message that was not handed over, but may be by another connection. `result` is its outcome if that fails. */
  give_back(task: Task, result: HandOver): void;
  /** Takes back a message that the relay cannot carry as it is; `result` says why. */
  cannot(task: Task, result: HandOver): void;
  /** Notes that the connection has waited too long for an answer to this, and takes no more messages until it has ended. */
  stalls(connection: Connection, what: string): void;
  /** Notes that the connection takes no more messages. `failed` says that it never carried one, although it was asked to. */
  ended(connection: Connection, reason: string, failed: boolean): void;
  /** Notes that the connection's socket is closed. */
  closed(connection: Connection): void;
};

export type Connection = {
  /** Returns how many more messages the connection can carry now. */
  room(): number;
  /** Returns how many messages it carries. */
  carries(): number;
  /** Carries as many of the messages from `next` as it has capacity for. Call this only while it has capacity. */
  carry(next: Next): void;
  /** Withdraws the message if its content has not begun to leave. If so, the connection carries no other messages. */
  withdraw(task: Task): boolean;
  /** Starts no more messages, and closes when everything sent is answered. */
  leave(reason: string): void;
  /** Ends immediately. Everything sent without an answer is uncertain. */
  cut(reason: string): void;
  /** Gives up if the relay has been silent too long, or closes after a long idle time. */
  check(now: number): void;
};
