import type { Newsletter } from '../accounts/newsletter.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { minute_ms } from '../platform/durations.ts';
import type { Reach } from '../platform/mail/smtp/reach.ts';
import type { RelayInUse } from '../platform/mail/smtp/relays.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { type CheckContext, lookAtDomain } from './check.ts';
import { dnsMilliseconds, withinTime } from './deadline.ts';
import { listDkimKeys } from './queries.ts';
import type { RecordCheck } from './record-check.ts';

export type SenderCheck = {
  state: 'good' | 'faulty' | 'unknown';
  from_address: string;
  domain: string;
  records: RecordCheck[];
  /** Whether receivers find the record of each DKIM key, by its id. */
  keys: Map<string, RecordCheck['state']>;
  /** Empty while mail stays in the built-in inbox. */
  relays: Reach[];
  /** Faults that concern neither records nor relays. */
  notes: string[];
  /** All faults, in words. Empty while mail stays in the built-in inbox. */
  faults: string[];
  checked_date: string;
};

export type SenderContext = Omit<CheckContext, 'relays'> & {
  clock: Clock;
  /** Lists the relays that take the newsletter's mail; none while it stays in the built-in inbox. */
  relays: (
    db: Database,
    newsletter: Pick<Newsletter, 'key' | 'from_address'>,
  ) => Promise<readonly RelayInUse[]>;
  /** Connects to these relays. */
  reach: (relays: readonly RelayInUse[]) => Promise<Reach[]>;
};

/** How long an answer serves again, and how long even when a fresh one is requested. */
const keptMilliseconds = minute_ms;
const leastMilliseconds = 5_000;
const mostKept = 1_000;

export type CheckSender = (
  db: Database,
  newsletter: Pick<Newsletter, 'key' | 'id' | 'from_address' | 'bounce_domain'>,
  wish: { fresh: boolean },
) => Promise<SenderCheck>;

/**
 * Checks whether mail of a newsletter can leave and is likely to be trusted: its records in DNS, and the relays. Changes nothing. Of many
 * requests at once, only one asks; all get its answer for a minute.
 */
export function openSenderChecks(context: SenderContext): CheckSender {
  const kept = new Map<string, { since: number; answer: Promise<unknown> }>();

  return async (db, newsletter, { fresh }) => {
    const age = fresh ? leastMilliseconds : keptMilliseconds;
    const keys = await listDkimKeys(db, newsletter.key);
    const { id, from_address, bounce_domain } = newsletter;
    const about = [id, from_address, bounce_domain, ...keys.map(key => key.id + key.status)].join(' ');
    const used = await context.relays(db, newsletter);
    const names = used.map(({ key, host, port }) => `${key} ${host}:${port}`).join();
    const [check, relays] = await Promise.all([
      keep(about, age, () =>
        lookAtDomain(db, { ...context, dns: withinTime(context.dns, dnsMilliseconds) }, newsletter),
      ),
      keep(`relays ${names}`, age, () => context.reach(used)),
    ]);
    const notes = notesOn(check.records, relays);
    return {
      state: stateOf(check.records, relays, notes),
      from_address: newsletter.from_address,
      ...check,
      relays,
      notes,
      faults: faultsOf(check.records, relays, notes),
      checked_date: new Date(kept.get(about)?.since ?? context.clock().getTime()).toISOString(),
    };
  };

  function keep<Answer>(key: string, age: number, ask: () => Promise<Answer>): Promise<Answer> {
    const now = context.clock().getTime();
    const found = kept.get(key);
    if (found && now - found.since < age) return found.answer as Promise<Answer>;
    const answer = ask();
    kept.delete(key);
    kept.set(key, { since: now, answer });
    answer.catch(() => kept.delete(key));
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    return answer;
  }
}

function notesOn(records: RecordCheck[], relays: Reach[]): string[] {
  const notes = [];
  if (!records.some(({ purpose }) => purpose === 'DKIM'))
    notes.push(sentence('domains.unsigned', { id: '{id}' }));
  if (relays.length === 0) notes.push(sentence('domains.inbox_only'));
  return notes;
}

const faulty = {
  DKIM: 'domains.dkim_fault',
  SPF: 'domains.spf_fault',
  'return path': 'domains.return_path_fault',
  DMARC: 'domains.dmarc_fault',
} as const;

function faultsOf(records: RecordCheck[], relays: Reach[], notes: string[]): string[] {
  // Mail that stays here needs no trusted sender.
  if (relays.length === 0) return [];
  return [
    ...relays.filter(({ state }) => state === 'unreachable').map(({ name, detail }) => `${name}: ${detail}`),
    ...records
      .filter(isFault)
      .map(({ purpose, detail }) => sentence(faulty[purpose as keyof typeof faulty], { fault: detail })),
    ...notes,
  ];
}

function stateOf(records: RecordCheck[], relays: Reach[], notes: string[]): SenderCheck['state'] {
  const isFaulty =
    notes.length > 0 || records.some(isFault) || relays.some(({ state }) => state === 'unreachable');
  if (isFaulty) return 'faulty';
  return records.some(({ state, is_optional }) => state === 'unknown' && !is_optional) ? 'unknown' : 'good';
}

function isFault({ state, is_optional }: RecordCheck): boolean {
  return !is_optional && (state === 'missing' || state === 'wrong');
}
