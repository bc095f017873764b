/** The kinds of server that an address can ask for: `target_session_attrs` of libpq. */
const wishes = ['any', 'read-write', 'read-only', 'primary', 'standby'] as const;
export type Wish = (typeof wishes)[number];

/** One of the servers that an address names. `name` is its name in messages. */
export type Server = {
  name: string;
  /** An address of this server alone, for node-postgres. */
  url: string;
};

export type Addresses = {
  servers: Server[];
  /** The kind of server that is wanted, if the address says so. */
  wish: Wish | undefined;
  /** How long one server may take to answer, if the address says it (`connect_timeout`). */
  connect_ms: number | undefined;
};

const shape = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
/** One `host:port` of a list; an IPv6 address is in brackets. */
const place = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/;

/** Advice about the value of DATABASE_URL. */
const advice =
  'use an address such as postgres://user:password@host:5432/postrider, or with several hosts: postgres://user:password@one:5432,two:5432/postrider';

/**
 * Reads the address of a database as libpq does: several servers stand between commas, either as `host:port` after the `@` or in the
 * parameters `host` and `port`. https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 * Throws an error that says what to write; it never contains the password.
 */
export function readAddresses(url: string): Addresses {
  const [, scheme, user, authority = '', path = '', query = ''] = shape.exec(url) ?? [];
  if (scheme === undefined) throw new Error(advice);
  const parameters = new URLSearchParams(query);
  const take = (name: string) => {
    const value = parameters.get(name);
    parameters.delete(name);
    return value ?? undefined;
  };
  const wish = take('target_session_attrs');
  const seconds = take('connect_timeout');
  const [hosts, ports] = splitPlaces(authority, take('host'), take('port'));
  if (wish !== undefined && !wishes.includes(wish as Wish))
    throw new Error(`use one of these for target_session_attrs: ${wishes.join(', ')}`);
  if (seconds !== undefined && !/^[1-9]\d{0,3}$/.test(seconds))
    throw new Error('use a whole number of seconds from 1 for connect_timeout');
  const servers = hosts.map((host, at): Server => {
    const port = ports.length > 1 ? ports[at]! : (ports[0] ?? '');
    const own = new URLSearchParams(parameters);
    if (host !== '') own.set('host', host);
    if (port !== '') own.set('port', port);
    const login = user === undefined ? '' : `${user}@`;
    // The host is given among the parameters, where a socket's folder or an IPv6 address can stand, too.
    return {
      name: nameOf(host, port),
      url: `${scheme}${login}${host === '' ? '' : 'localhost'}${path}?${own}`,
    };
  });
  for (const { url } of servers) if (!URL.canParse(url.replace('@/', '@localhost/'))) throw new Error(advice);
  return {
    servers,
    wish: wish as Wish | undefined,
    connect_ms: seconds === undefined ? undefined : Number(seconds) * 1000,
  };
}

/** Splits the hosts and their ports. There are as many ports as hosts, or one for all of them; '' stands for the usual port. */
function splitPlaces(authority: string, host?: string, port?: string): [hosts: string[], ports: string[]] {
  const places = authority.split(',').map(text => place.exec(text));
  if (places.includes(null)) throw new Error(advice);
  const hosts = host?.split(',') ?? places.map(found => decode(found![1]!).replace(/^\[|\]$/g, ''));
  const ports = port?.split(',') ?? places.map(found => found![2] ?? '');
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new Error(
      `use one port for all hosts, or one for each: there are ${hosts.length} hosts and ${ports.length} ports`,
    );
  if (hosts.length > 1 && hosts.includes('')) throw new Error('a host is missing between two commas');
  if (ports.some(text => !/^\d*$/.test(text) || Number(text) > 65_535)) throw new Error(advice);
  return [hosts, ports];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(advice);
  }
}

function nameOf(host: string, port: string): string {
  const name = host === '' ? (process.env.PGHOST ?? 'localhost') : host;
  return `${name.includes(':') ? `[${name}]` : name}:${port || (process.env.PGPORT ?? '5432')}`;
}

/** Describes the servers and the database that an address names, without its password. */
export function describeAddress(url: string): string {
  const path = shape.exec(url)?.[4] ?? '';
  const names = readAddresses(url).servers.map(({ name }) => name);
  return `${names.join(', ')}${path}`;
}
