import { sentence } from '../../sentences/sentence.ts';
import { type Fleet, openMore } from './fleet.ts';
import type { Connection, Next } from './host.ts';
import type { Queue } from './queue.ts';

/**
 * Assigns the waiting messages to connections: first to idle ones, then to new ones, and only then behind unanswered messages, where they
 * wait for two answers. If no message can be carried, returns why.
 */
export function feed(fleet: Fleet, queue: Queue): string | undefined {
  feedIdle(fleet, queue);
  if (queue.size() === 0) return undefined;
  openMore(fleet, queue.size(), { has_priority: queue.hasPriority() });
  const { open, opening, stalled, silent, size, away } = fleet;
  if (open.size + opening.size === 0)
    return stalled.size + silent.size >= 2 * size ? sentence('relays.unresponsive') : away.lastReason();
  feedBusy(fleet, queue);
  return undefined;
}

/** Whether the next message may follow another one. A connection beyond the usual number is for priority only. */
export function mayFollow({ open, size }: Fleet, queue: Queue): boolean {
  return open.size <= size && queue.mayFollow();
}

function feedIdle(fleet: Fleet, queue: Queue): void {
  const { idle, open, size } = fleet;
  const share = shareOf(fleet, queue, idle);
  while (idle.length > 0 && queue.size() > 0) {
    const connection = idle.pop()!;
    if (!queue.hasPriority() && open.size > size) connection.leave(sentence('relays.not_needed'));
    else connection.carry(nextOf(fleet, queue, share));
  }
}

function feedBusy(fleet: Fleet, queue: Queue): void {
  const busy = [...fleet.open].filter(connection => connection.room() > 0);
  const share = shareOf(fleet, queue, busy);
  for (const connection of busy) {
    // Connections that are being opened get one message each.
    if (queue.size() <= fleet.opening.size || !mayFollow(fleet, queue)) return;
    connection.carry(nextOf(fleet, queue, share, () => mayFollow(fleet, queue)));
  }
}

/** Returns the share of each of these connections if they divide the waiting messages. */
function shareOf({ size, open }: Fleet, queue: Queue, { length }: Connection[]): number {
  return Math.ceil(queue.size() / Math.max(1, length, size - open.size));
}

/** Returns a function that gives at most `share` messages; all but the first only if they may follow another. */
function nextOf(fleet: Fleet, queue: Queue, share: number, mayBegin = () => true): Next {
  let left = share;
  return () => {
    const may = left === share ? mayBegin() : mayFollow(fleet, queue);
    if (left === 0 || !may) return undefined;
    left -= 1;
    return queue.next();
  };
}
