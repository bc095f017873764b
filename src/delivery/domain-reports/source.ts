import type { DmarcRow } from '../../engines/domain-reports/report.ts';

/** A source of mail in the name of a domain, as far as a report shows it. */
export type Source = Omit<DmarcRow, 'signatures' | 'spf_domain'> & {
  /** relay: the mail has our return path. forwarded: it has our signature, but another sender. other: it has neither. */
  origin: 'relay' | 'forwarded' | 'other';
  service: string;
  selector: string;
};

/** The signs by which mail is ours. */
export type OwnSigns = {
  /** The domains of our return paths. */
  bounce_domains: ReadonlySet<string>;
  /** The domains and selectors of our keys, such as example.org pr20261129r. */
  keys: ReadonlySet<string>;
};

/** Returns who sent the mail of a row: only our relay gets mail with our return path past SPF, and only we have our keys. */
export function sourceOf({ signatures, spf_domain, ...row }: DmarcRow, own: OwnSigns): Source {
  const { header_from } = row;
  const isSigned = signatures.some(({ domain, selector }) => own.keys.has(`${domain} ${selector}`));
  const hasOwnPath = own.bounce_domains.has(spf_domain);
  const isRelay = hasOwnPath || (isSigned && isAligned(spf_domain, header_from));
  const others = [...signatures.map(({ domain }) => domain), spf_domain];
  const aligned = signatures.find(({ domain }) => isAligned(domain, header_from));
  return {
    ...row,
    origin: isRelay ? 'relay' : isSigned ? 'forwarded' : 'other',
    service: others.find(domain => domain !== '' && !isAligned(domain, header_from)) ?? '',
    selector: aligned?.selector ?? '',
  };
}

/** Whether one of the domains equals the other or is below it, which is "relaxed" alignment. */
function isAligned(one: string, other: string): boolean {
  return one !== '' && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`));
}

/** The most different sources of a report. If it has more, those with the fewest messages are left out. */
export const mostSources = 1_000;

/** Merges rows that differ only in their number of messages, largest first. */
export function addUp(sources: Source[]): Source[] {
  const sums = new Map<string, Source>();
  for (const { messages, ...source } of sources) {
    const name = JSON.stringify(Object.values(source));
    sums.set(name, { ...source, messages: (sums.get(name)?.messages ?? 0) + messages });
  }
  return [...sums.values()].toSorted((one, other) => other.messages - one.messages);
}
