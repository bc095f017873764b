import { messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { type Absence, openAbsence } from './absence.ts';
import { type Chunking, openChunking } from './chunking.ts';
import { startConnection } from './connection.ts';
import type { Connection, Host } from './host.ts';
import type { Limits } from './limits.ts';
import { removeFrom } from './queue.ts';
import type { Relay } from './relays.ts';
import { type Offers, openSession, type Session } from './session.ts';

/** The connections to one relay, in each of their states. */
export type Fleet = {
  relay: Relay;
  /** Its relay, as host:port. */
  name: string;
  /** How many connections it may have, without the one for messages with priority. */
  size: number;
  limits: Limits;
  log: Log | undefined;
  away: Absence;
  chunking: Chunking;
  opening: Set<Promise<void>>;
  open: Set<Connection>;
  /** Those of the open ones that carry nothing. */
  idle: Connection[];
  /** Those that wait too long for an answer. */
  stalled: Set<Connection>;
  /** Those that have ended and are not closed yet. */
  leaving: Set<Connection>;
  stop: AbortController;
  /** What a connection needs from its surroundings. */
  carries: Pick<Host, 'following' | 'give_back' | 'cannot'>;
  on_offers: (relay: string, offers: Offers) => void;
  /** Called when a connection can take messages, or none may be left that can. */
  on_change: () => void;
  on_closed: () => void;
};

export function openFleet(
  relay: Relay,
  given: Pick<Fleet, 'size' | 'limits' | 'log' | 'carries' | 'on_offers' | 'on_change'>,
): Fleet {
  const name = `${relay.host}:${relay.port}`;
  return {
    ...given,
    relay,
    name,
    away: openAbsence(name, given.log),
    chunking: openChunking(name, given.log),
    opening: new Set(),
    open: new Set(),
    idle: [],
    stalled: new Set(),
    leaving: new Set(),
    stop: new AbortController(),
    on_closed: () => {},
  };
}

/**
 * Begins to open as many connections as are `wished` and allowed: one until one has succeeded, one more for priority,
 * none to a relay that is set aside.
 */
export function openMore(fleet: Fleet, wished: number, { has_priority }: { has_priority: boolean }): void {
  const { size, away, stop, opening, open, stalled } = fleet;
  if (stop.signal.aborted || away.reason() !== undefined) return;
  const most = has_priority ? size + 1 : size;
  const wanted = Math.min(wished, away.isProven() ? most : 1) - opening.size;
  // An unresponsive relay gets at most twice the connections.
  const room = Math.min(most, 2 * size - stalled.size) - open.size - opening.size;
  for (let more = Math.min(wanted, room); more > 0; more -= 1) openOne(fleet);
}

function openOne(fleet: Fleet): void {
  const { relay, limits, stop, opening } = fleet;
  const attempt: Promise<void> = openSession(relay, limits, stop.signal)
    .then(
      session => welcome(fleet, session),
      error => setAside(fleet, messageOf(error)),
    )
    .finally(() => {
      opening.delete(attempt);
      fleet.on_change();
    });
  opening.add(attempt);
}

function welcome(fleet: Fleet, session: Session): void {
  const { name, limits, chunking, away, stop, open, idle } = fleet;
  fleet.on_offers(name, session.offers);
  if (stop.signal.aborted) return void session.socket.destroy();
  away.end();
  const connection = startConnection(session, limits, chunking, hostOf(fleet));
  open.add(connection);
  idle.push(connection);
}

function setAside({ stop, away }: Fleet, why: string): void {
  if (!stop.signal.aborted) away.begin(why);
}

/** Keeps each connection in the right state. */
function hostOf(fleet: Fleet): Host {
  const { name, log, open, idle, stalled, leaving } = fleet;
  return {
    ...fleet.carries,
    rest(connection) {
      idle.push(connection);
      fleet.on_change();
    },
    hasRoom: fleet.on_change,
    stalls(connection) {
      open.delete(connection);
      stalled.add(connection);
      fleet.on_change();
    },
    ended(connection, why, failed) {
      open.delete(connection);
      stalled.delete(connection);
      removeFrom(idle, connection);
      leaving.add(connection);
      if (failed) setAside(fleet, why);
      else log?.debug({ relay: name, reason: why }, 'a connection to a relay has ended');
      fleet.on_change();
    },
    closed(connection) {
      leaving.delete(connection);
      fleet.on_closed();
    },
  };
}

/** Ends unresponsive and long idle connections, as long as there are any; returns the timer. */
export function watchConnections(fleet: Fleet): NodeJS.Timeout {
  const { command, dot, idle, patience } = fleet.limits;
  const interval = Math.min(1000, Math.max(10, Math.min(command, dot, idle, patience) / 4));
  return setInterval(() => {
    const now = performance.now();
    for (const connection of everyConnection(fleet)) connection.check(now);
  }, interval).unref();
}

export function everyConnection({ open, stalled, leaving }: Fleet): Connection[] {
  return [...open, ...stalled, ...leaving];
}

/** Opens no more connections. Resolves when all are closed, which they are once everything sent is answered. */
export async function closeAll(fleet: Fleet, reason: string): Promise<void> {
  for (const connection of fleet.open) connection.leave(reason);
  await Promise.all(fleet.opening);
  while (everyConnection(fleet).length > 0)
    await new Promise<void>(resolve => {
      fleet.on_closed = resolve;
    });
}
