import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import pg from 'pg';
import { readAddresses, type Server, type Wish } from '../config/addresses.ts';
import { describeConnectionFailure } from '../connection-failures.ts';
import { second_ms } from '../durations.ts';
import { codeOf, messageOf } from '../errors.ts';
import { NoServerError, noteBroken, UnusableServerError } from '../server-errors.ts';
import { openSession, type Route, type Session } from './session.ts';

/**
 * How long one of several servers may take to answer, so that the next one is tried soon. A single server may take as long as callers wait.
 */
const severalMilliseconds = 3 * second_ms;
const oneMilliseconds = 10 * second_ms;
/** The time without any traffic after which the system asks whether the other machine is still there. */
const keepAliveMilliseconds = 5 * second_ms;

/** The settings of a connection, apart from the address. */
export type ClientSettings = Omit<pg.ClientConfig, 'connectionString' | 'host' | 'port' | 'stream'>;

/** The servers that one address names, and the one in use. */
export type Servers = {
  list: readonly Server[];
  wish: Wish;
  /** How long one of them may take to answer, in milliseconds. */
  answer_ms: number;
  /** The server that the next connection tries first: the one that was used last, until it fails. */
  current(): Server;
  /** Makes the next connection try another server, if this is still the current one. */
  avoid(server: Server): void;
  /** The connections that are open. */
  open: Set<ServerClient>;
};

/** Reads the address, without connecting to any server. `wish` applies unless the address asks for a kind of server itself. */
export function openServers(url: string, wish: Wish): Servers {
  const { servers: list, wish: said, connect_ms } = readAddresses(url);
  let at = 0;
  return {
    list,
    wish: said ?? wish,
    answer_ms: connect_ms ?? (list.length > 1 ? severalMilliseconds : oneMilliseconds),
    current: () => list[at]!,
    avoid(server) {
      if (list[at] === server) at = (at + 1) % list.length;
    },
    open: new Set(),
  };
}

/**
 * A connection to the server that is current when it is made. Connecting fails with UnusableServerError if another server may be usable:
 * this one does not answer, is starting or stopping, or is of the wrong kind (a standby).
 */
export class ServerClient extends pg.Client {
  readonly server: Server;
  readonly socket: Socket;
  /** Whether the server has said that it ends the connection, or no longer accepts writes. */
  is_lost = false;
  /** Where the connection leads, once it is connected. */
  route: Route = { is_pooled: false, keeps_statements: true };
  readonly #servers: Servers;

  constructor(servers: Servers, settings: ClientSettings) {
    const server = servers.current();
    const socket = new Socket();
    super({
      ...settings,
      connectionString: server.url,
      stream: () => socket,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMilliseconds,
      connectionTimeoutMillis: servers.answer_ms,
    });
    this.server = server;
    this.socket = socket;
    this.#servers = servers;
    this.on('error', error => noteBroken(error));
    (this as unknown as { connection: EventEmitter }).connection.on('errorMessage', error => {
      this.is_lost ||= error.severity === 'FATAL' || error.code === '25006'; // read_only_sql_transaction
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | undefined) => void): void;
  override connect(callback?: (error: Error | undefined) => void): Promise<pg.Client> | undefined {
    const proved = this.#prove();
    if (!callback) return proved;
    proved.then(() => callback(undefined), callback);
    return undefined;
  }

  async #prove(): Promise<this> {
    try {
      await super.connect();
      this.#servers.open.add(this);
      this.once('end', () => this.#servers.open.delete(this));
      const session = await openSession(this);
      this.route = session.route;
      const complaint = findComplaint(session, this.#servers.wish);
      if (complaint === undefined) return this;
      super.end().catch(() => {});
      throw new UnusableServerError(this.server.name, complaint);
    } catch (error) {
      const reason = reasonToTryAnother(error, this.#servers.answer_ms);
      if (reason === undefined) throw error;
      this.#servers.avoid(this.server);
      if (error instanceof UnusableServerError) throw error;
      this.socket.destroy();
      throw new UnusableServerError(this.server.name, reason, error);
    }
  }
}

/** Tries to connect to one server after another, until one can be used. Throws NoServerError if none can. */
export async function connectInTurn<T>(servers: Servers, attempt: () => Promise<T>): Promise<T> {
  const failures = new Map<string, UnusableServerError>();
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      const failure =
        error instanceof Error && error.cause instanceof UnusableServerError ? error.cause : error;
      if (!(failure instanceof UnusableServerError)) throw error;
      failures.set(failure.server, failure);
      // Connections made by others meanwhile may change which server is next.
      if (failures.size === servers.list.length || attempts > 2 * servers.list.length)
        throw new NoServerError([...failures.values()]);
    }
  }
}

/** Returns why the server is of the wrong kind, as a sentence; undefined if it is of the wanted kind. */
function findComplaint({ is_standby, is_read_only }: Session, wish: Wish): string | undefined {
  switch (wish) {
    case 'any':
      return undefined;
    case 'read-only':
      return is_read_only ? undefined : 'It accepts writes, so it is not read-only.';
    case 'standby':
      return is_standby ? undefined : 'It is not a standby.';
    case 'primary':
      return is_standby ? 'It is a standby.' : undefined;
    case 'read-write':
      if (is_standby) return 'It is a standby, which accepts no writes.';
      return is_read_only ? 'It is read-only (default_transaction_read_only).' : undefined;
  }
}

/** Returns why the server could not be used, as a sentence; undefined if another server would refuse for the same reason. */
function reasonToTryAnother(error: unknown, answer_ms: number): string | undefined {
  if (error instanceof UnusableServerError) return error.reason;
  // The codes 57P01 to 57P05 say that the server is starting, stopping or crashing. Any other failure, such as a wrong password, is the
  // same on every server.
  if (error instanceof pg.DatabaseError && !codeOf(error)?.startsWith('57P')) return undefined;
  if (error instanceof Error && error.message === 'timeout expired')
    return `It did not answer within ${answer_ms / second_ms} seconds.`;
  return describeConnectionFailure(error) ?? `It says: ${messageOf(error)}.`;
}
