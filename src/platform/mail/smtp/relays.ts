import { hostname } from 'node:os';

export const tlsModes = ['require', 'opportunistic', 'none'] as const;
export const mechanisms = ['plain', 'login', 'cram-md5', 'xoauth2'] as const;

/** A server that accepts our mail, and how we connect to it. */
export type Relay = {
  host: string;
  port: number;
  /** Its share of the messages, relative to the other relays' weights. */
  weight: number;
  /** `implicit` means TLS from the first byte (RFC 8314 §3.3). The others mean STARTTLS: required, if offered, or never. */
  tls: 'implicit' | (typeof tlsModes)[number];
  login: { user: string; password: string; mechanism?: (typeof mechanisms)[number] } | null;
  /** Our name in EHLO (RFC 5321 §4.1.1.1). */
  client_name: string;
};

/** A relay in use, and the mail that it takes. */
export type RelayInUse = Relay & {
  /** The key of the relay in the ledger; null if it is not in the ledger. */
  key: number | null;
  /** Whether it is used only while none of the sender's other relays can be used. */
  is_reserve: boolean;
  /** The most connections of a process to it; null means as many as to any other relay. */
  connections: number | null;
  /** The most messages a second, over all processes; 0 means no limit. */
  sending_rate: number;
  /** The senders whose mail it takes: newsletters, by key; those who write from these domains; or everybody who has no other relay. */
  newsletter_keys: readonly number[];
  from_domains: readonly string[];
  is_default: boolean;
  /** Whether people have stopped it for a while. */
  is_paused: boolean;
  /** Why it cannot be connected to, such as a password that cannot be read; null if it can be. */
  unusable: string | null;
};

/** Returns a relay for everybody, without limits. */
export function forEverybody(relay: Relay, key: number | null = null): RelayInUse {
  return {
    ...relay,
    key,
    is_reserve: false,
    connections: null,
    sending_rate: 0,
    newsletter_keys: [],
    from_domains: [],
    is_default: true,
    is_paused: false,
    unusable: null,
  };
}

/**
 * Parses one relay or several, separated by commas: `smtp://user:password@host:587?weight=2` or `smtps://…`, with
 * `weight` (1 to 1000), `tls` (require, opportunistic, none), `auth` (plain, login, cram-md5, or xoauth2 with the
 * access token as the password) and `name`. Without `tls`, a login or port 587 requires it, except on this machine.
 * Throws an Error that says what to use instead and contains no password.
 */
export function readRelays(urls: string): Relay[] {
  return urls.split(/,\s*(?=smtps?:)/i).map(url => readRelay(url.trim()));
}

/** Returns the hosts of the relays that are not on this machine. */
export function hostsOf(relays: readonly Pick<Relay, 'host'>[]): string[] {
  return [...new Set(relays.map(({ host }) => host))].filter(host => !isThisMachine(host));
}

/** Whether traffic to this host stays on this machine. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function readRelay(text: string): Relay {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !/^[\w.:[\]-]+$/.test(url.hostname))
    throw new Error(
      'use an address such as smtp://user:password@mail.example.org:587, or several separated by commas',
    );
  const implicit = url.protocol === 'smtps:';
  const host = decode(url.hostname).replace(/^\[|\]$/g, '');
  const port = Number(url.port || (implicit ? 465 : 587));
  const asked = readQuery(url);
  if (implicit && asked.tls) throw new Error('tls: smtps:// already uses TLS; omit tls, or use smtp://');
  const user = decode(url.username);
  const login = user === '' ? null : { user, password: decode(url.password), mechanism: asked.auth };
  if (asked.auth && !login) throw new Error('auth: the user is missing; use smtp://user:password@host');
  const local = isThisMachine(host);
  if (asked.tls === 'none' && login && !local)
    throw new Error('tls: a password must not be sent unencrypted; use tls=require');
  const usual = !local && (login || port === 587) ? 'require' : 'opportunistic';
  const tls = implicit ? 'implicit' : (asked.tls ?? usual);
  return { host, port, weight: asked.weight, tls, login, client_name: asked.name };
}

function readQuery({ searchParams }: URL) {
  const unknown = [...searchParams.keys()].find(key => !['weight', 'tls', 'auth', 'name'].includes(key));
  if (unknown !== undefined) throw new Error(`${unknown}: unknown parameter; use weight, tls, auth or name`);
  const weight = searchParams.get('weight') ?? '1';
  if (!/^([1-9]\d{0,2}|1000)$/.test(weight)) throw new Error('weight: use a whole number from 1 to 1000');
  const name = searchParams.get('name') ?? ownName();
  if (!/^[\w.:[\]-]{1,255}$/.test(name)) throw new Error('name: use a host name such as news.example.org');
  return {
    weight: Number(weight),
    name,
    tls: oneOf(tlsModes, 'tls', searchParams),
    auth: oneOf(mechanisms, 'auth', searchParams),
  };
}

function oneOf<Word extends string>(words: readonly Word[], key: string, given: URLSearchParams) {
  const value = given.get(key);
  if (value === null) return undefined;
  const word = words.find(word => word === value);
  if (word === undefined) throw new Error(`${key}: use one of ${words.join(', ')}`);
  return word;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error('write a % in user or password as %25');
  }
}

/** Returns our name in EHLO, if no other is set. Others cannot look up a name without a dot. */
export function ownName(): string {
  const name = hostname();
  return /^[\w-]+(\.[\w-]+)+$/.test(name) ? name : '[127.0.0.1]';
}
