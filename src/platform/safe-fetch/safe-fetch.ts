import { isUtf8 } from 'node:buffer';
import { lookup as lookUp } from 'node:dns/promises';
import type { Agent } from 'undici';
import { type Network, parseNetworks } from '../networks.ts';
import { openPlaces } from '../places.ts';
import { sentence } from '../sentences/sentence.ts';
import { version } from '../version.ts';
import { isInside, type Lookup, readAddress } from './address.ts';
import { acceptedEncodings, readBody, readStart } from './body.ts';
import { basicAuthorization, isSameParty, withoutCredentials } from './credentials.ts';
import { describeFailure, FetchFailure, FetchRefusal } from './reasons.ts';

export type FetchOptions = {
  method?: 'GET' | 'HEAD' | 'POST';
  /** Names are in lower case. `authorization` and `cookie` are not sent to another host after a redirect. */
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The largest body, compressed as well as decompressed. */
  limit_bytes: number;
  /**
   * Whether only the status matters: then at most the first `limit_bytes` of the body are read as they arrive, and a body that is longer,
   * slow or cut off is not a failure. Send `accept-encoding: identity` with it.
   */
  only_start?: boolean;
  /** The time from the first connection to the last byte, over all redirects. Waiting for a turn at the host does not count. */
  total_ms: number;
  /** The time from the connection to the end of the headers, separately for each redirect. */
  headers_ms: number;
  /** How many redirects of a GET or HEAD are followed; with 0, a redirect is the response. */
  redirects: number;
  signal?: AbortSignal;
};

export type Redirect = { status: number; from: string; to: string };

/**
 * The result of a request. `refused`: the address is forbidden, and stays so with these settings. `failed`: the network, the server or the
 * response failed; another request may succeed. Reasons are sentences for a person.
 */
export type Outcome =
  | {
      kind: 'response';
      status: number;
      /** Names are in lower case; values are as received, read as Latin-1; repeated fields are joined with commas. */
      headers: Record<string, string>;
      body: Buffer;
      /** The address that responded, with the credentials that were sent. */
      url: string;
      redirects: Redirect[];
    }
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; reason: string };

export type SafeFetch = {
  /** Fetches an address that a stranger may have chosen. Never throws for failures of the outside world. */
  request(address: string, options: FetchOptions): Promise<Outcome>;
  /** Aborts requests in progress and closes all connections. */
  close(): Promise<void>;
};

type Hop = { status: number; headers: Record<string, string>; body: Buffer; next: URL | null };

const everywhere = parseNetworks(['0.0.0.0/0', '::/0']);
const redirectStatuses = [301, 302, 303, 307, 308];

/**
 * Opens the only client for addresses that users or strangers give us: http and https only, to public addresses and
 * `allowed_private_networks` only, with bounded time and memory and at most `connections_per_host` at once.
 */
export function openSafeFetch({
  allowed_private_networks,
  contact_url,
  connections_per_host = 2,
  lookup = hostname => lookUp(hostname, { all: true }),
  isOwn = () => false,
}: {
  allowed_private_networks: string[];
  /** The address where the owner of a server can find out who sends the requests. */
  contact_url: string;
  connections_per_host?: number;
  lookup?: Lookup;
  /** Whether the installation itself shows this address to everybody. Such addresses may be read in any network and at any port. */
  isOwn?: (url: URL) => boolean;
}): SafeFetch {
  const allowed = parseNetworks(allowed_private_networks);
  const places = openPlaces(() => connections_per_host);
  const opened = new Map<Network[], Promise<Agent>>();
  let closed = false;
  // undici takes 10 MB, which a service that fetches nothing saves.
  const agent = (networks: Network[]) => {
    if (closed) throw new FetchFailure(sentence('network.cancelled'));
    const made =
      opened.get(networks) ??
      import('./agent.ts').then(({ openAgent }) => openAgent(networks, lookup, connections_per_host));
    opened.set(networks, made);
    return made;
  };
  const ownHeaders = {
    'user-agent': `Postrider/${version} (+${new URL(contact_url).href})`,
    'accept-encoding': acceptedEncodings,
  };
  return {
    async request(address, options) {
      const redirects: Redirect[] = [];
      try {
        return await follow(readAddress(address), options, redirects);
      } catch (error) {
        const where =
          redirects.length > 0 ? `Redirected to ${withoutCredentials(redirects.at(-1)!.to)}: ` : '';
        if (error instanceof FetchRefusal) return { kind: 'refused', reason: where + error.message };
        const reason = describeFailure(error);
        if (reason === null) throw error;
        return { kind: 'failed', reason: where + reason };
      }
    },
    async close() {
      closed = true;
      for (const made of opened.values()) await (await made).destroy();
    },
  };

  async function follow(first: URL, options: FetchOptions, redirects: Redirect[]): Promise<Outcome> {
    const seen = new Set([first.href]);
    let url = first;
    let headers = { ...options.headers };
    let left_ms = options.total_ms;
    for (;;) {
      const leave = await places(url.hostname, options.signal);
      if (!leave) throw new FetchFailure(sentence('network.cancelled'));
      const since = performance.now();
      const hop = async () => {
        const client = await agent(isOwn(url) ? everywhere : allowed);
        const asked = { ...options, headers: { ...ownHeaders, ...headers }, total_ms: left_ms };
        return exchange(client, url, asked);
      };
      const { next, ...answer } = await hop().finally(leave);
      left_ms -= performance.now() - since;
      if (!next) return { kind: 'response', ...answer, url: url.href, redirects };
      if (redirects.length === options.redirects)
        throw new FetchFailure(sentence('network.redirects_often', { times: options.redirects }));
      if (isSameParty(url, next)) {
        next.username = url.username;
        next.password = url.password;
      } else {
        next.username = next.password = '';
        const { authorization: _, cookie: __, ...harmless } = headers;
        headers = harmless;
      }
      redirects.push({ status: answer.status, from: url.href, to: next.href });
      if (seen.has(next.href)) throw new FetchFailure(sentence('network.redirects_loop'));
      if (
        url.protocol === 'https:' &&
        next.protocol === 'http:' &&
        !(await isInside(next.hostname, allowed, lookup))
      )
        throw new FetchRefusal(sentence('network.redirects_insecure'));
      seen.add(next.href);
      url = readAddress(next.href);
    }
  }
}

/** Makes one request to one address, within its times. */
async function exchange(client: Agent, url: URL, options: FetchOptions): Promise<Hop> {
  const { method = 'GET', signal } = options;
  const stop = new AbortController();
  const stopAfter = (ms: number, reason: string) =>
    setTimeout(() => stop.abort(new FetchFailure(reason)), ms);
  const total = stopAfter(options.total_ms, sentence('network.not_complete'));
  const untilHeaders = stopAfter(options.headers_ms, sentence('network.no_response'));
  const callOff = () => stop.abort(new FetchFailure(sentence('network.cancelled')));
  signal?.addEventListener('abort', callOff);
  if (signal?.aborted) callOff();
  try {
    const stopped = new Promise<never>((_, reject) => {
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason));
    });
    const asked = client.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { ...basicAuthorization(url), ...options.headers },
      body: options.body ?? null,
      signal: stop.signal,
    });
    // While it connects, undici notices the signal only after the connection attempt has ended.
    const { statusCode: status, headers: fields, body } = await Promise.race([asked, stopped]);
    clearTimeout(untilHeaders);
    const headers = joined(fields);
    const next = options.redirects > 0 && method !== 'POST' ? target(status, headers.location, url) : null;
    if (next) {
      stop.abort();
      return { status, headers, body: Buffer.alloc(0), next };
    }
    return {
      status,
      headers,
      body: options.only_start
        ? await readStart(body, options.limit_bytes)
        : await readBody(body, headers['content-encoding'], options.limit_bytes),
      next,
    };
  } catch (error) {
    stop.abort(error);
    throw error;
  } finally {
    clearTimeout(total);
    clearTimeout(untilHeaders);
    signal?.removeEventListener('abort', callOff);
  }
}

/** Returns the target of a redirect, unchecked; null if the response is not a redirect (RFC 9110 §15.4). */
function target(status: number, location: string | undefined, url: URL): URL | null {
  if (!redirectStatuses.includes(status) || !location) return null;
  // The value should be ASCII; servers that send other characters mostly mean UTF-8.
  const bytes = Buffer.from(location, 'latin1');
  const next = URL.parse(isUtf8(bytes) ? bytes.toString() : location, url);
  if (!next) throw new FetchFailure(sentence('network.redirects_invalid'));
  next.hash = '';
  return next;
}

function joined(fields: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
