import { Resolver } from 'node:dns/promises';
import { codeOf } from '../../platform/errors.ts';

/** DNS answers. Failures of the outside world are values, not exceptions. */
export type Dns = {
  /** The TXT records of a name, each with its strings joined. `failed` says why DNS could not be queried. */
  txt(name: string): Promise<{ found: string[] } | { failed: string }>;
  mx(name: string): Promise<{ found: string[] } | { failed: string }>;
};

const nothing = ['ENOTFOUND', 'ENODATA'];

/** Queries the machine's name servers, for a few seconds at most. */
export function openDns(): Dns {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  const ask = async (work: () => Promise<string[]>) => {
    try {
      return { found: await work() };
    } catch (error) {
      const code = codeOf(error) ?? 'unknown';
      return nothing.includes(code) ? { found: [] } : { failed: `The DNS query failed (${code}).` };
    }
  };
  return {
    txt: name => ask(async () => (await resolver.resolveTxt(name)).map(strings => strings.join(''))),
    mx: name =>
      ask(async () => (await resolver.resolveMx(name)).map(({ exchange }) => exchange.toLowerCase())),
  };
}
