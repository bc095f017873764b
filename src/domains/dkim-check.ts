import { sentence } from '../platform/sentences/sentence.ts';
import { aliasesOf, type DkimKeyRow, recordName } from './dkim-key.ts';
import type { Dns } from './dns.ts';
import { type RecordCheck, shorten } from './record-check.ts';

type State = RecordCheck['state'];
type Part = { records: RecordCheck[]; states: [string, State][] };

/**
 * Checks the records of the domain's keys, and the aliases to records in the operator's zone. `states` says of each key, by its id, whether
 * receivers find its record.
 */
export async function checkKeys(
  dns: Dns,
  all: DkimKeyRow[],
): Promise<{ records: RecordCheck[]; states: Map<string, State> }> {
  const keys = all.filter(({ private_key }) => private_key !== '');
  const [delegated] = keys.filter(({ target }) => target !== '');
  const parts = await Promise.all([
    ...keys.filter(({ target }) => target === '').map(key => checkOwnRecord(dns, key, keys)),
    ...(delegated ? aliasesOf(delegated).map(alias => checkAlias(dns, delegated, alias, keys)) : []),
  ]);
  return {
    records: parts.flatMap(({ records }) => records),
    states: new Map(parts.flatMap(({ states }) => states)),
  };
}

async function checkOwnRecord(dns: Dns, key: DkimKeyRow, keys: DkimKeyRow[]): Promise<Part> {
  const record = await checkRecord(dns, key, recordName(key), keys);
  return { records: [record], states: [[key.id, record.state]] };
}

/** Checks the TXT record of the key under this name. */
async function checkRecord(
  dns: Dns,
  key: DkimKeyRow,
  name: string,
  keys: DkimKeyRow[],
): Promise<RecordCheck> {
  const asked = {
    purpose: 'DKIM',
    type: 'TXT',
    name,
    value: key.record,
    ...(!isNeeded(key, keys) && { is_optional: true as const }),
  } as const;
  const answer = await dns.txt(name);
  if ('failed' in answer) return { ...asked, found: [], state: 'unknown', detail: answer.failed };
  const found = shorten(answer.found);
  if (hasKey(answer.found, key)) return { ...asked, found, state: 'found', detail: '' };
  if (key.target !== '') {
    const detail = sentence('domains.zone_lacks_key', { zone: zoneOf(key) });
    return { ...asked, found, state: found.length > 0 ? 'wrong' : 'missing', detail };
  }
  if (found.length > 0) return { ...asked, found, state: 'wrong', detail: sentence('domains.other_key') };
  return { ...asked, found, state: 'missing', detail: adviceFor(key, keys) };
}

/** Checks the alias, and the record of its key in the operator's zone if there is one now. */
async function checkAlias(
  dns: Dns,
  { domain, target, ...delegated }: DkimKeyRow,
  alias: { selector: string; target: string },
  keys: DkimKeyRow[],
): Promise<Part> {
  const key = keys.find(({ selector }) => selector === alias.selector);
  const name = recordName({ domain, selector: alias.selector });
  // While no key of the zone signs, other keys do.
  const isSigning = keys.some(other => other.target !== '' && other.status === 'active');
  const isSigned = keys.some(({ status }) => status === 'active');
  const asked = {
    purpose: 'DKIM',
    type: 'CNAME',
    name,
    value: alias.target,
    ...(isSigned && !isSigning && { is_optional: true as const }),
  } as const;
  const [aliases, answer, record] = await Promise.all([
    dns.cname(name),
    key ? dns.txt(name) : undefined,
    key && checkRecord(dns, key, alias.target, keys),
  ]);
  const more = record ? [record] : [];
  // Receivers need only the text of the record, wherever it stands.
  const hasText = key !== undefined && answer !== undefined && 'found' in answer && hasKey(answer.found, key);
  const state = answer === undefined || 'found' in answer ? (hasText ? 'found' : 'missing') : 'unknown';
  const states: Part['states'] = key ? [[key.id, state]] : [];
  if (hasText)
    return { records: [{ ...asked, found: [alias.target], state: 'found', detail: '' }, ...more], states };
  if ('failed' in aliases)
    return { records: [{ ...asked, found: [], state: 'unknown', detail: aliases.failed }, ...more], states };
  const found = shorten(aliases.found);
  const zone = zoneOf({ target, ...delegated });
  const judged = found.includes(alias.target)
    ? ({ state: 'found', detail: '' } as const)
    : found.length > 0
      ? ({ state: 'wrong', detail: sentence('domains.other_alias') } as const)
      : ({ state: 'missing', detail: sentence('domains.publish_alias', { zone }) } as const);
  return { records: [{ ...asked, found, ...judged }, ...more], states };
}

/** Whether mail would be signed less well without the key: it signs, or it waits and no other key of its kind signs. */
function isNeeded(key: DkimKeyRow, keys: DkimKeyRow[]): boolean {
  if (key.status === 'active') return true;
  return key.status === 'waiting' && !hasSigner(key, keys);
}

function hasSigner(key: DkimKeyRow, keys: DkimKeyRow[]): boolean {
  return keys.some(({ status, algorithm }) => status === 'active' && algorithm === key.algorithm);
}

function adviceFor(key: DkimKeyRow, keys: DkimKeyRow[]): string {
  if (key.status === 'retired') return sentence('domains.leave_key');
  return hasSigner(key, keys) && key.status === 'waiting'
    ? sentence('domains.next_key')
    : sentence('domains.publish_key');
}

function zoneOf({ target }: Pick<DkimKeyRow, 'target'>): string {
  return target.slice(target.indexOf('.') + 1);
}

function hasKey(published: string[], key: DkimKeyRow): boolean {
  return published.map(publicKeyOf).includes(publicKeyOf(key.record));
}

function publicKeyOf(record: string): string {
  return /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replace(/\s/g, '') ?? record;
}
