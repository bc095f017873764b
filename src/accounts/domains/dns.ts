import { Resolver } from 'node:dns/promises';

/** What DNS says; the outside world's failures are values. */
export type Dns = {
  /** The TXT records of a name, each with its strings joined; `failed` tells why DNS could not be asked. */
  txt(name: string): Promise<{ found: string[] } | { failed: string }>;
  mx(name: string): Promise<{ found: string[] } | { failed: string }>;
};

const nothing = ['ENOTFOUND', 'ENODATA'];

/** Asks the machine's name servers, a few seconds at most. */
export function openDns(): Dns {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  const ask = async (work: () => Promise<string[]>) => {
    try {
      return { found: await work() };
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      return nothing.includes(code) ? { found: [] } : { failed: `DNS could not be asked (${code}).` };
    }
  };
  return {
    txt: name => ask(async () => (await resolver.resolveTxt(name)).map(strings => strings.join(''))),
    mx: name =>
      ask(async () => (await resolver.resolveMx(name)).map(({ exchange }) => exchange.toLowerCase())),
  };
}
