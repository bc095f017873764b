import type { Task } from './hand-over.ts';

/** The messages that wait for a connection to one relay. */
export type Queue = {
  add(task: Task): void;
  /** Removes the message. Returns false if it is not waiting. */
  remove(task: Task): boolean;
  all(): Task[];
  /** Removes and returns all messages. */
  empty(): Task[];
  size(): number;
  hasPriority(): boolean;
  /** Removes and returns the next message, those with priority first. */
  next(): Task | undefined;
  /**
   * Whether the next message may follow another one on the same connection. A message with priority, or one that was
   * given back, waits for a free connection.
   */
  mayFollow(): boolean;
};

export function openQueue(): Queue {
  const urgent: Task[] = [];
  const waiting: Task[] = [];
  return {
    add: task => void (task.priority ? urgent : waiting).push(task),
    remove: task => [urgent, waiting].some(tasks => removeFrom(tasks, task)),
    all: () => [...urgent, ...waiting],
    empty: () => [...urgent.splice(0), ...waiting.splice(0)],
    size: () => urgent.length + waiting.length,
    hasPriority: () => urgent.length > 0,
    next: () => urgent.shift() ?? waiting.shift(),
    mayFollow: () => urgent.length === 0 && waiting[0]?.returns === 0,
  };
}

/** Removes the item from the list. Returns false if it is not in it. */
export function removeFrom<Item>(list: Item[], item: Item): boolean {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}
