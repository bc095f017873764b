import { Resolver } from 'node:dns/promises';
import { codeOf } from '../platform/errors.ts';
import { sentence } from '../platform/sentences/sentence.ts';

/** `failed` is the reason why DNS could not be queried. */
type Answer = { found: string[] } | { failed: string };

/** DNS answers. Failures of the outside world are values, not exceptions. */
export type Dns = {
  /** The TXT records of a name, each with its strings joined. */
  txt(name: string): Promise<Answer>;
  mx(name: string): Promise<Answer>;
  /** The name to which this name is an alias. */
  cname(name: string): Promise<Answer>;
};

export type ReverseDns = {
  /** The IPv4 and IPv6 addresses of a name. */
  addresses(name: string): Promise<Answer>;
  /** The names for an address (PTR). */
  names(address: string): Promise<Answer>;
};

/** The queries that checks of the domain of a newsletter's pages make. */
export type SiteDns = Pick<ReverseDns, 'addresses'> &
  Pick<Dns, 'cname'> & {
    /** The name servers. Only the top of a zone has them. */
    ns(name: string): Promise<Answer>;
    /** The CAA records, as zone files write them. */
    caa(name: string): Promise<Answer>;
  };

const nothing = ['ENOTFOUND', 'ENODATA'];

/** Queries the name servers of the machine, or the given ones (`address:port`), for a few seconds at most. */
export function openDns(servers?: string[]): Dns & ReverseDns & SiteDns {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const ask = async (work: () => Promise<string[]>): Promise<Answer> => {
    try {
      return { found: await work() };
    } catch (error) {
      const code = codeOf(error) ?? 'unknown';
      return nothing.includes(code) ? { found: [] } : { failed: sentence('domains.dns_failed', { code }) };
    }
  };
  return {
    txt: name => ask(async () => (await resolver.resolveTxt(name)).map(strings => strings.join(''))),
    mx: name =>
      ask(async () => (await resolver.resolveMx(name)).map(({ exchange }) => exchange.toLowerCase())),
    async addresses(name) {
      const answers = await Promise.all([
        ask(() => resolver.resolve4(name)),
        ask(() => resolver.resolve6(name)),
      ]);
      const found = answers.flatMap(answer => ('found' in answer ? answer.found : []));
      return found.length > 0 ? { found } : (answers.find(answer => 'failed' in answer) ?? { found });
    },
    cname: name => ask(async () => (await resolver.resolveCname(name)).map(lower)),
    ns: name => ask(async () => (await resolver.resolveNs(name)).map(lower)),
    caa: name =>
      ask(async () =>
        (await resolver.resolveCaa(name)).flatMap(({ critical, ...properties }) =>
          Object.entries(properties)
            .filter(([tag]) => ['issue', 'issuewild', 'iodef'].includes(tag))
            .map(([tag, value]) => `${critical} ${tag} "${value}"`),
        ),
      ),
    names: address =>
      ask(async () => (await resolver.reverse(address)).map(name => name.toLowerCase().replace(/\.$/, ''))),
  };
}

function lower(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
