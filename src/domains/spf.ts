import { sentence } from '../platform/sentences/sentence.ts';
import type { Dns } from './dns.ts';

/** The most DNS lookups that a receiver makes, and how many of them may find nothing (RFC 7208 §4.6.4). */
const mostLookups = 10;
const mostVoid = 2;

const isSpf = (record: string) => /^v=spf1(?: |$)/i.test(record);

/**
 * Reads the domain's SPF records and lists their faults, one sentence each: no record, several records, too many lookups, or an ending that
 * lets anyone send. `failed` is the reason why DNS could not be queried.
 */
export async function readSpf(
  dns: Dns,
  domain: string,
): Promise<{ found: string[]; faults: string[]; failed?: string }> {
  const walk: Walk = { dns, lookups: 0, voids: 0, found: [], faults: new Set(), seen: new Set() };
  await readRecord(walk, domain, true);
  if (walk.lookups > mostLookups) walk.faults.add(sentence('domains.spf_lookups', { most: mostLookups }));
  if (walk.voids > mostVoid) walk.faults.add(sentence('domains.spf_void', { most: mostVoid }));
  const { found, faults, failed } = walk;
  return { found, faults: [...faults], ...(failed !== undefined && { failed }) };
}

type Walk = {
  dns: Dns;
  lookups: number;
  voids: number;
  found: string[];
  faults: Set<string>;
  seen: Set<string>;
  failed?: string;
};

async function readRecord(walk: Walk, domain: string, top: boolean): Promise<void> {
  if (walk.seen.has(domain) || walk.lookups > mostLookups) return;
  walk.seen.add(domain);
  const answer = await walk.dns.txt(domain);
  if ('failed' in answer) {
    walk.failed = answer.failed;
    return;
  }
  const records = answer.found.filter(isSpf);
  if (top) walk.found = records;
  if (answer.found.length === 0 && !top) walk.voids += 1;
  if (records.length === 0) {
    if (top) walk.faults.add(sentence('domains.spf_missing'));
    return;
  }
  if (records.length > 1) walk.faults.add(sentence('domains.spf_several', { domain, count: records.length }));
  const terms = records[0]!.trim().split(/\s+/).slice(1);
  if (top && !terms.some(term => /^[~-]all$|^redirect=/i.test(term)))
    walk.faults.add(sentence('domains.spf_open'));
  for (const term of terms) {
    const [, mechanism = '', target = ''] =
      /^[+?~-]?(include|redirect|a|mx|ptr|exists)(?=[:=/]|$)(?:[:=]([^/\s]+))?/i.exec(term) ?? [];
    if (mechanism === '') continue;
    walk.lookups += 1;
    if (/^(?:include|redirect)$/i.test(mechanism) && target !== '')
      await readRecord(walk, target.toLowerCase(), false);
  }
}
