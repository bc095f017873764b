import { sentence } from '../platform/sentences/sentence.ts';
import type { Dns } from './dns.ts';

/** How long the checks of one domain may take together. */
export const dnsMilliseconds = 8_000;

const late = { failed: sentence('domains.dns_late') } as const;

/** Limits the time that all queries to this DNS may take together. Queries that are not answered by then fail. */
export function withinTime(dns: Dns, milliseconds: number): Dns {
  const end = performance.now() + milliseconds;
  const before = async <Answer>(ask: () => Promise<Answer>): Promise<Answer | typeof late> => {
    const left = end - performance.now();
    if (left <= 0) return late;
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<typeof late>(resolve => {
      timer = setTimeout(() => resolve(late), left);
    });
    return Promise.race([ask(), over]).finally(() => clearTimeout(timer));
  };
  return {
    txt: name => before(() => dns.txt(name)),
    mx: name => before(() => dns.mx(name)),
    cname: name => before(() => dns.cname(name)),
  };
}
