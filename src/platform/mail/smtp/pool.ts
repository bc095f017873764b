import type { Log } from '../../log.ts';
import { sentence } from '../../sentences/sentence.ts';
import { feed, mayFollow } from './feed.ts';
import { closeAll, everyConnection, isDoubtful, openFleet, openMore, watchConnections } from './fleet.ts';
import type { HandOver, Task } from './hand-over.ts';
import type { Limits } from './limits.ts';
import { openQueue } from './queue.ts';
import type { Relay } from './relays.ts';
import type { Offers } from './session.ts';

/** The connections to one relay and the messages that wait for them. */
export type Pool = {
  /** The name of the relay, as host:port. */
  name: string;
  /** Returns why it cannot take a message now; undefined if it can, or may be tried. */
  trouble(): string | undefined;
  /** Whether a connection is open. */
  isOpen(): boolean;
  /** Whether it has no connection that works, after one has failed or fallen silent. */
  isDoubtful(): boolean;
  /** Returns how many messages its connections may hold at once, unanswered or about to be sent. */
  holds(): number;
  /** Returns how many messages wait on connections that are slow to answer, in addition to those above. */
  stalled(): number;
  /** Tries to open a connection, if none is open. */
  probe(): void;
  offer(task: Task): void;
  /** Removes and returns the messages that wait for a connection. */
  release(): Task[];
  /** Withdraws the message if it is still waiting. */
  withdraw(task: Task): boolean;
  /** Withdraws the message from its connection, if its content has not begun to leave. */
  interrupt(task: Task): boolean;
  /** Starts no more messages; resolves when every connection is closed. */
  drain(): Promise<void>;
  /** Ends all open connections. */
  cut(reason: string): void;
};

type Setting = {
  connections: number;
  limits: Limits;
  log: Log | undefined;
  give_back: (task: Task, result: HandOver) => void;
  /** Whether another relay can take the message instead. */
  may_move: (task: Task) => boolean;
  /** Takes back a message that the relay cannot carry as it is. */
  cannot: (task: Task, result: HandOver) => void;
  /** Called with the relay's offers whenever a connection is opened. */
  on_offers: (offers: Offers) => void;
  /** Called with the reason when no connection can be opened. */
  on_trouble: (trouble: string) => void;
};

const stopping = sentence('relays.stopping');

/**
 * Opens the pool of a relay with at most `connections` connections, plus one while a message with priority finds all of them busy. One
 * connection is opened first, and the others follow if that succeeds: a wrong password is tried once, not ten times. A connection that
 * waits too long for an answer no longer counts, so that others can carry its share; if it has no message yet, or has only said MAIL, it is
 * given up as soon as the relay answers others. If no connection can be opened and none is open, the relay is set aside, for a second, then
 * twice as long each time, up to a minute, and waiting messages are given back.
 */
export function openPool(
  relay: Relay,
  { connections, give_back, cannot, may_move, ...setting }: Setting,
): Pool {
  const queue = openQueue();
  const following = () => (mayFollow(fleet, queue) ? queue.next() : undefined);
  const carries = { following, give_back, cannot };
  const fleet = openFleet(relay, { ...setting, size: connections, carries, on_change: feedSoon, on_silence });
  const { name, open, opening, away, stop, chunking } = fleet;
  const watch = watchConnections(fleet);
  let is_to_feed = false;
  let drained: Promise<void> | undefined;

  return {
    name,
    trouble() {
      if (stop.signal.aborted) return stopping;
      return open.size > 0 || opening.size > 0 ? undefined : away.reason();
    },
    isOpen: () => open.size > 0,
    isDoubtful: () => isDoubtful(fleet),
    holds: () => connections * Math.max(2, chunking.greatest()),
    stalled: () => [...fleet.stalled].reduce((sum, connection) => sum + connection.carries(), 0),
    probe() {
      if (open.size === 0) openMore(fleet, 1, { has_priority: queue.hasPriority() });
    },
    offer(task) {
      queue.add(task);
      feedSoon();
    },
    release: queue.empty,
    withdraw: queue.remove,
    interrupt: task => [...open, ...fleet.stalled].some(connection => connection.withdraw(task)),
    drain() {
      drained ??= drain();
      return drained;
    },
    cut(reason) {
      for (const connection of everyConnection(fleet)) connection.cut(reason);
    },
  };

  async function drain(): Promise<void> {
    stop.abort();
    giveBackAll(stopping);
    await closeAll(fleet, stopping);
    clearInterval(watch);
  }

  /** Feeds the connections after all waiting messages have been offered, so that messages for one connection leave in one write. */
  function feedSoon() {
    if (is_to_feed) return;
    is_to_feed = true;
    process.nextTick(() => {
      is_to_feed = false;
      const obstacle = feed(fleet, queue);
      if (obstacle !== undefined) giveBackAll(obstacle);
    });
  }

  /** Sends waiting messages over another relay, or tells them what they wait for. */
  function on_silence(words: string) {
    for (const task of queue.all()) {
      if (!may_move(task)) task.on_stall(words, false);
      else if (queue.remove(task)) give_back(task, { status: 'unreachable', reply: words });
    }
  }

  function giveBackAll(why: string) {
    for (const task of queue.empty()) give_back(task, { status: 'unreachable', reply: why });
  }
}
