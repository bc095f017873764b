import { messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { sentence } from '../../sentences/sentence.ts';
import { type Absence, openAbsence } from './absence.ts';
import { type Chunking, openChunking } from './chunking.ts';
import { startConnection } from './connection.ts';
import type { Connection, Host } from './host.ts';
import type { Limits } from './limits.ts';
import { openPatience, type Patience } from './patience.ts';
import { removeFrom } from './queue.ts';
import type { Relay } from './relays.ts';
import { type Offers, openSession, type Session } from './session.ts';

/** A connection that is being opened. */
type Attempt = {
  /** The step that the relay should answer, and since when. */
  step: keyof typeof silences;
  since: number;
  give_up: AbortController;
  done: Promise<void>;
};

/** The sentences about steps that a relay has not taken yet. */
const silences = {
  connect: 'relays.not_greeted',
  ehlo: 'relays.ehlo_unanswered',
  tls: 'relays.tls_not_begun',
  login: 'relays.login_unanswered',
  mail: 'relays.unanswered',
} as const;

/** The connections to one relay, in each of their states. */
export type Fleet = {
  relay: Relay;
  /** The name of the relay, as host:port. */
  name: string;
  /** The most connections to it, without the one for messages with priority. */
  size: number;
  limits: Limits;
  log: Log | undefined;
  away: Absence;
  chunking: Chunking;
  patience: Patience;
  /** The connections that are being opened. */
  opening: Set<Attempt>;
  /** The connections that are being opened and have waited too long for an answer. */
  silent: Set<Attempt>;
  open: Set<Connection>;
  /** The open connections that carry nothing. */
  idle: Connection[];
  /** The connections that have waited too long for an answer. */
  stalled: Set<Connection>;
  /** The connections that have ended and are not closed yet. */
  leaving: Set<Connection>;
  stop: AbortController;
  /** The functions that a connection needs from its surroundings. */
  carries: Pick<Host, 'following' | 'give_back' | 'cannot'>;
  /** Whether the relay has answered about messages since the last look, and the time of the last look that found so. */
  has_answered: boolean;
  worked_at: number;
  /** When a connection was last opened. */
  opened_at: number;
  on_offers: (offers: Offers) => void;
  /** Called with the reason when no connection can be opened. */
  on_trouble: (trouble: string) => void;
  /** Called when a connection can take messages, or when none may be left that can. */
  on_change: () => void;
  /** Called again and again, with an explanation, while messages wait for connections that are all silent. */
  on_silence: (words: string) => void;
  on_closed: () => void;
};

export function openFleet(
  relay: Relay,
  given: Pick<
    Fleet,
    'size' | 'limits' | 'log' | 'carries' | 'on_offers' | 'on_trouble' | 'on_change' | 'on_silence'
  >,
): Fleet {
  const name = `${relay.host}:${relay.port}`;
  return {
    ...given,
    relay,
    name,
    away: openAbsence(name, given.log),
    chunking: openChunking(name, given.log),
    patience: openPatience(given.limits),
    opening: new Set(),
    silent: new Set(),
    open: new Set(),
    idle: [],
    stalled: new Set(),
    leaving: new Set(),
    stop: new AbortController(),
    has_answered: false,
    worked_at: Number.NEGATIVE_INFINITY,
    opened_at: Number.NEGATIVE_INFINITY,
    on_closed: () => {},
  };
}

/**
 * Begins to open as many connections as are `wished` and allowed: only one until one has succeeded, one more for priority, and none to a
 * relay that is set aside.
 */
export function openMore(fleet: Fleet, wished: number, { has_priority }: { has_priority: boolean }): void {
  const { size, away, stop, opening, silent, open, stalled } = fleet;
  if (stop.signal.aborted || away.reason() !== undefined) return;
  const most = has_priority ? size + 1 : size;
  const wanted = Math.min(wished, away.isProven() ? most : 1) - opening.size;
  // An unresponsive relay gets at most twice the connections.
  const room = Math.min(most, 2 * size - stalled.size - silent.size) - open.size - opening.size;
  for (let more = Math.min(wanted, room); more > 0; more -= 1) openOne(fleet);
}

function openOne(fleet: Fleet): void {
  const { relay, limits, patience, stop, opening, silent } = fleet;
  const give_up = new AbortController();
  const attempt: Attempt = { step: 'connect', since: performance.now(), give_up, done: Promise.resolve() };
  const answered = (step = attempt.step) => {
    const now = performance.now();
    if (silent.has(attempt)) patience.answeredLate(now - attempt.since);
    Object.assign(attempt, { step, since: now });
  };
  const witness = { begins: answered, hears: () => answered(), secures: () => {} };
  attempt.done = openSession(relay, limits, AbortSignal.any([stop.signal, give_up.signal]), witness)
    .then(
      session => welcome(fleet, session),
      error => {
        if (!give_up.signal.aborted) setAside(fleet, messageOf(error));
      },
    )
    .finally(() => {
      opening.delete(attempt);
      silent.delete(attempt);
      fleet.on_change();
    });
  opening.add(attempt);
}

function welcome(fleet: Fleet, session: Session): void {
  const { away, stop, open, idle } = fleet;
  fleet.opened_at = performance.now();
  fleet.on_offers(session.offers);
  if (stop.signal.aborted) return void session.socket.destroy();
  away.end();
  const connection = startConnection(session, fleet, hostOf(fleet));
  open.add(connection);
  idle.push(connection);
}

function setAside({ stop, away, on_trouble }: Fleet, why: string): void {
  if (stop.signal.aborted) return;
  away.begin(why);
  on_trouble(why);
}

/** Returns the host of connections, which keeps each connection in the right set. */
function hostOf(fleet: Fleet): Host {
  const { name, log, open, idle, stalled, leaving } = fleet;
  return {
    ...fleet.carries,
    hears() {
      fleet.has_answered = true;
    },
    // The margin leaves out answers that the connection got itself: those count at the next look, at the latest.
    worksElsewhere: since => fleet.worked_at > since + lookMilliseconds(fleet.limits),
    hasIdle: () => idle.length > 0,
    rest(connection) {
      idle.push(connection);
      fleet.on_change();
    },
    hasRoom: fleet.on_change,
    stalls(connection, what) {
      log?.warn({ relay: name, waits_for: what }, 'a connection to a relay is silent; others continue');
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

/**
 * Ends unresponsive connections and those that have long been idle, as long as there are any; returns the timer. A process that was stopped
 * for a while first reads what has arrived meanwhile.
 */
export function watchConnections(fleet: Fleet): NodeJS.Timeout {
  return setInterval(() => setImmediate(look, fleet).unref(), lookMilliseconds(fleet.limits)).unref();
}

function lookMilliseconds({ command, dot, idle, patience }: Limits): number {
  return Math.min(1000, Math.max(10, Math.min(command, dot, idle, patience) / 4));
}

function look(fleet: Fleet): void {
  const now = performance.now();
  if (fleet.has_answered) fleet.worked_at = now;
  fleet.has_answered = false;
  for (const connection of everyConnection(fleet)) connection.check(now);
  for (const attempt of [...fleet.opening, ...fleet.silent]) checkSilence(fleet, attempt, now);
}

/** Has other connections opened in place of one that is silent while being opened, and gives it up once the relay answers others. */
function checkSilence(fleet: Fleet, attempt: Attempt, now: number): void {
  const { name, log, limits, patience, opening, silent, open, worked_at, opened_at } = fleet;
  const waited = now - attempt.since;
  if (waited < patience.forConnections()) return;
  if (opening.delete(attempt)) {
    silent.add(attempt);
    log?.warn({ relay: name, waits_for: attempt.step }, 'a connection to a relay is silent; others continue');
    fleet.on_change();
  }
  if (Math.max(opened_at, worked_at) > attempt.since + lookMilliseconds(limits)) attempt.give_up.abort();
  else if (open.size === 0) {
    const words = sentence(silences[attempt.step], { seconds: Math.round(waited / 1000) });
    fleet.on_trouble(words);
    fleet.on_silence(words);
  }
}

/** Whether the relay has no connection that works, and there is reason to think that it will not have one soon. */
export function isDoubtful({ open, silent, stalled, away }: Fleet): boolean {
  return open.size === 0 && (silent.size > 0 || stalled.size > 0 || away.hasFailed());
}

export function everyConnection({ open, stalled, leaving }: Fleet): Connection[] {
  return [...open, ...stalled, ...leaving];
}

/** Opens no more connections. Resolves when all are closed, which happens once everything sent is answered. */
export async function closeAll(fleet: Fleet, reason: string): Promise<void> {
  for (const connection of [...fleet.open, ...fleet.stalled]) connection.leave(reason);
  await Promise.all([...fleet.opening, ...fleet.silent].map(({ done }) => done));
  while (everyConnection(fleet).length > 0)
    await new Promise<void>(resolve => {
      fleet.on_closed = resolve;
    });
}
