import type { Log } from '../../log.ts';
import { openChunking } from './chunking.ts';
import { startConnection } from './connection.ts';
import type { HandOver, Task } from './hand-over.ts';
import type { Connection, Host, Next } from './host.ts';
import type { Limits } from './limits.ts';
import type { Relay } from './relays.ts';
import { type Offers, openSession, type Session } from './session.ts';

const firstPause = 1_000;
const longestPause = 60_000;

/** The connections to one relay and the messages that wait for them. */
export type Pool = {
  /** Its relay, as host:port. */
  name: string;
  weight: number;
  /** Why it cannot take a message now; undefined if it can, or may be tried. */
  trouble(): string | undefined;
  /** Whether a connection is open. */
  isOpen(): boolean;
  /** How many messages its connections may hold at once, unanswered or about to be sent. */
  holds(): number;
  /** Tries to open a connection, if none is open. */
  probe(): void;
  offer(task: Task): void;
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
  /** The relay cannot carry the message as it is. */
  cannot: (task: Task, result: HandOver) => void;
  /** Called with what the relay offers, whenever a connection is opened. */
  on_offers: (relay: string, offers: Offers) => void;
};

/**
 * A relay with at most `connections` connections, plus one while a message with priority finds all of them busy. One
 * connection is opened first, and the others follow if that succeeds: a wrong password is tried once, not ten times. A
 * connection that waits too long for an answer no longer counts, so that others can carry its share. If no connection
 * can be opened and none is open, the relay is set aside, for a second, then twice as long each time, up to a minute,
 * and waiting messages are given back.
 */
export function openPool(
  relay: Relay,
  { connections, limits, log, give_back, cannot, on_offers }: Setting,
): Pool {
  const name = `${relay.host}:${relay.port}`;
  const urgent: Task[] = [];
  const waiting: Task[] = [];
  const open = new Set<Connection>();
  const leaving = new Set<Connection>();
  const stalled = new Set<Connection>();
  const idle: Connection[] = [];
  const opening = new Set<Promise<void>>();
  const stop = new AbortController();
  const chunking = openChunking(name, log);
  const away = openAbsence(name, log);
  let is_to_feed = false;
  let on_closed = () => {};
  const host: Host = {
    following: () => (mayFollow() ? waiting.shift() : undefined),
    rest(connection) {
      idle.push(connection);
      feedSoon();
    },
    hasRoom: feedSoon,
    give_back,
    cannot,
    stalls(connection) {
      open.delete(connection);
      stalled.add(connection);
      feedSoon();
    },
    ended(connection, why, failed) {
      open.delete(connection);
      stalled.delete(connection);
      remove(idle, connection);
      leaving.add(connection);
      if (failed) setAside(why);
      else log?.debug({ relay: name, reason: why }, 'a connection to a relay has ended');
      feedSoon();
    },
    closed(connection) {
      leaving.delete(connection);
      on_closed();
    },
  };
  const watch = setInterval(
    check,
    Math.min(1000, Math.max(10, Math.min(limits.command, limits.dot, limits.idle, limits.patience) / 4)),
  );
  watch.unref();

  return {
    name,
    weight: relay.weight,
    trouble() {
      if (stop.signal.aborted) return 'The service is stopping.';
      return open.size > 0 || opening.size > 0 ? undefined : away.reason();
    },
    isOpen: () => open.size > 0,
    holds: () => connections * Math.max(2, chunking.greatest()),
    probe() {
      if (open.size === 0) openMore(1);
    },
    offer(task) {
      (task.priority ? urgent : waiting).push(task);
      feedSoon();
    },
    withdraw: task => [urgent, waiting].some(queue => remove(queue, task)),
    interrupt: task => [...open].some(connection => connection.withdraw(task)),
    async drain() {
      stop.abort();
      giveBackAll('The service is stopping.');
      for (const connection of open) connection.leave('The service is stopping.');
      await Promise.all(opening);
      while (open.size + leaving.size + stalled.size > 0)
        await new Promise<void>(resolve => {
          on_closed = resolve;
        });
      clearInterval(watch);
    },
    cut(reason) {
      for (const connection of [...open, ...stalled, ...leaving]) connection.cut(reason);
    },
  };

  /** After all waiting messages have been offered, so that those for one connection leave in one write. */
  function feedSoon() {
    if (is_to_feed) return;
    is_to_feed = true;
    process.nextTick(feed);
  }

  /** Assigns messages to connections. Messages withdrawn meanwhile are noticed in the next round. */
  function feed() {
    is_to_feed = false;
    const share = shareOf(idle);
    while (idle.length > 0 && urgent.length + waiting.length > 0) {
      const connection = idle.pop()!;
      if (urgent.length === 0 && open.size > connections)
        connection.leave('The connection was no longer needed.');
      else connection.carry(nextOf(share));
    }
    if (urgent.length + waiting.length === 0) return;
    openMore();
    if (open.size + opening.size === 0)
      return giveBackAll(
        stalled.size >= 2 * connections ? 'The mail server does not respond.' : away.lastReason(),
      );
    // Last, because a message behind another waits for two answers.
    const busy = [...open].filter(connection => connection.room() > 0);
    const share_behind = shareOf(busy);
    for (const connection of busy) {
      if (waiting.length <= opening.size || !mayFollow()) break;
      connection.carry(nextOf(share_behind, mayFollow));
    }
  }

  /** The share of each of these connections if they divide the waiting messages. */
  function shareOf({ length }: Connection[]): number {
    return Math.ceil((urgent.length + waiting.length) / Math.max(1, length, connections - open.size));
  }

  /** Returns at most `share` messages; all but the first only if they may follow another. */
  function nextOf(share: number, mayBegin = () => true): Next {
    let left = share;
    return () => {
      const may = left === share ? mayBegin() : mayFollow();
      if (left === 0 || !may) return undefined;
      left -= 1;
      return urgent.shift() ?? waiting.shift();
    };
  }

  /**
   * Whether the next message may follow another one. A message with priority, or one that was given back, waits for a
   * free connection.
   */
  function mayFollow(): boolean {
    return urgent.length === 0 && open.size <= connections && waiting[0]?.returns === 0;
  }

  function openMore(wished = urgent.length + waiting.length) {
    if (stop.signal.aborted || away.reason() !== undefined) return;
    const most = urgent.length > 0 ? connections + 1 : connections;
    const wanted = Math.min(wished, away.isProven() ? most : 1) - opening.size;
    // An unresponsive relay gets at most twice the connections.
    const room = Math.min(most, 2 * connections - stalled.size) - open.size - opening.size;
    for (let more = Math.min(wanted, room); more > 0; more -= 1) {
      const attempt: Promise<void> = openSession(relay, limits, stop.signal)
        .then(welcome, error => setAside((error as Error).message))
        .finally(() => {
          opening.delete(attempt);
          feedSoon();
        });
      opening.add(attempt);
    }
  }

  function welcome(session: Session) {
    on_offers(name, session.offers);
    if (stop.signal.aborted) return void session.socket.destroy();
    away.end();
    const connection = startConnection(session, limits, chunking, host);
    open.add(connection);
    idle.push(connection);
  }

  function setAside(why: string) {
    if (!stop.signal.aborted) away.begin(why);
  }

  function giveBackAll(why: string) {
    for (const task of [...urgent.splice(0), ...waiting.splice(0)])
      give_back(task, { status: 'unreachable', reply: why });
  }

  function check() {
    const now = performance.now();
    for (const connection of [...open, ...stalled, ...leaving]) connection.check(now);
  }
}

/** Removes the item from the list, if it is in it. */
function remove<Item>(list: Item[], item: Item): boolean {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

/** A relay that cannot be used is left alone, longer each time. Open connections continue; no others are opened. */
function openAbsence(relay: string, log: Log | undefined) {
  let is_proven = false; // the last attempt to open a connection succeeded
  let failures = 0;
  let until = 0;
  let reason = '';
  return {
    isProven: () => is_proven,
    /** Why it is set aside now; undefined if it is not. */
    reason: () => (performance.now() < until ? reason : undefined),
    /** Why it is or last was set aside. */
    lastReason: () => reason,
    begin(why: string) {
      if (performance.now() < until) return;
      const pause = Math.min(longestPause, firstPause * 2 ** failures);
      is_proven = false;
      failures += 1;
      until = performance.now() + pause;
      reason = why;
      log?.warn({ relay, reason, pause_seconds: pause / 1000 }, 'a relay is set aside');
    },
    end() {
      if (failures > 0) log?.info({ relay }, 'a relay is available again');
      is_proven = true;
      failures = 0;
    },
  };
}
