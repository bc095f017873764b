import { sql } from 'kysely';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { findNewsletterOf } from '../../accounts/queries.ts';
import { openTagDirectory } from '../../audience/tags/resolve.ts';
import { type Event, recordEvents } from '../../journal/record.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { minute_ms } from '../../platform/durations.ts';
import { DomainError } from '../../platform/errors.ts';
import { zoneOr } from '../../platform/zones.ts';
import { findEdition, findSequenceByKey } from '../definition/queries.ts';
import type { Edition, Sequence } from '../definition/sequence.ts';
import { hasMail, timingOf } from '../definition/steps.ts';
import { dueOf } from '../definition/timing.ts';
import { concernsPerson, isOfHits } from '../definition/triggers.ts';
import {
  type Entry,
  lockDueEntries,
  type NewRun,
  postponeEntries,
  readHitsOf,
  readPeople,
} from './entries.ts';
import { type Refusal, refusalOf } from './rules.ts';
import { whomItHolds } from './truths.ts';

type SettleContext = { db: Database; clock: Clock };

/** The most entries in one transaction. */
const atOnce = 500;

/**
 * Decides about people for whom something has triggered a sequence: they enter, or the reason why not is noted. Entries, decisions and runs
 * change in one transaction, so that a crash loses nobody and nobody enters twice. Returns how many it decided about. If it fails
 * unexpectedly, these entries are due again in a minute, so that all others come first.
 */
export async function settleEntries({ db, clock }: SettleContext): Promise<number> {
  let taken: Entry[] = [];
  const settling = inTransaction(db, async trx => {
    const now = clock();
    const entries = await lockDueEntries(trx, now, atOnce);
    taken = entries;
    if (entries.length === 0) return 0;
    const sequence = (await findSequenceByKey(trx, entries[0]!.sequence_key))!;
    const newsletter: Newsletter | undefined = await findNewsletterOf(trx, sequence); // it may have been deleted
    if (newsletter) {
      const edition = await findEdition(trx, sequence.key, sequence.edition);
      await decide(trx, { newsletter, sequence, edition, now }, entries);
    }
    await sql`
      delete from sequence_entries where key = any(${entries.map(({ key }) => key)}::bigint[])`.execute(trx);
    return entries.length;
  });
  return settling.catch(async error => {
    await postponeEntries(db, taken, new Date(clock().getTime() + minute_ms));
    throw error;
  });
}

type Place = { newsletter: Newsletter; sequence: Sequence; edition: Edition; now: Date };
type Candidate = Entry & { subscriber_key: number | null; timezone: unknown };

async function decide(trx: Database, place: Place, entries: Entry[]): Promise<void> {
  const { newsletter, sequence, edition, now } = place;
  const people = await readPeople(trx, sequence, entries);
  const hits = isOfHits(edition.trigger) ? await readHitsOf(trx, entries) : undefined;
  const candidates = entries.flatMap((entry): Candidate[] => {
    const person = entry.subscriber_id === null ? undefined : people.get(entry.subscriber_id);
    if (concernsPerson(edition.trigger) && !person) return []; // deleted meanwhile
    const url = hits?.get(entry.key);
    return [
      {
        ...entry,
        subscriber_key: person?.key ?? null,
        timezone: person?.timezone,
        data: url === undefined ? entry.data : { ...(entry.data as object), url },
      },
    ];
  });
  const tags = await openTagDirectory(trx, newsletter.key);
  const matching = await whomItHolds(trx, newsletter.key, edition.filters, candidates, { now, tags }).catch(
    error => blameFilter(trx, sequence, error),
  );
  const runs: NewRun[] = [];
  const began: Event[] = [];
  const refusals: { subscriber_key: number; reason: Refusal }[] = [];
  const entered = new Set<number>();
  for (const one of candidates) {
    const { inside, passages, last_status, causes } =
      (one.subscriber_id && people.get(one.subscriber_id)) || nobody;
    if (causes.includes(one.cause)) continue;
    const facts = {
      counts: sequence.is_active && (hits === undefined || hits.has(one.key)),
      matches: matching.has(one),
      is_inside: inside || (one.subscriber_key !== null && entered.has(one.subscriber_key)),
      passages,
      has_left: last_status === 'left',
      links: one.links,
    };
    const refusal = refusalOf(sequence.entry, facts);
    if (refusal === null) {
      runs.push(runOf(place, one, passages + 1));
      began.push(invoked(sequence, one));
      if (one.subscriber_key !== null) entered.add(one.subscriber_key);
    } else if (one.subscriber_key !== null && refusal !== 'not_counted')
      refusals.push({ subscriber_key: one.subscriber_key, reason: refusal });
  }
  await insertRuns(trx, sequence.key, runs);
  await recordEvents(trx, newsletter.key, began);
  await noteRefusals(trx, sequence.key, refusals, now);
}

/** Returns the journal’s event about somebody who enters. */
function invoked({ id }: Sequence, { cause, subscriber_id }: Candidate): Event {
  return {
    event_type: 'automation.invoked',
    automation_id: id,
    ...(subscriber_id !== null && { subscriber_id }),
    data: { cause },
  };
}

const nobody = { inside: false, passages: 0, last_status: null, causes: [] as string[] };

function runOf({ newsletter, edition }: Place, one: Candidate, passage: number): NewRun {
  const [first] = edition.steps;
  const zone = zoneOf(first && timingOf(first)?.delay?.zone, one.timezone, newsletter);
  const due = first ? dueOf(timingOf(first), new Date(one.event_date), zone).toISOString() : null;
  const { subscriber_key, cause, data, links, event_date } = one;
  return {
    subscriber_key,
    cause,
    data,
    links,
    event_date,
    passage,
    edition: edition.number,
    mails: hasMail(edition.steps),
    due_date: due,
  };
}

/** Returns the time zone by whose clock a step is due. */
export function zoneOf(whose: unknown, timezone: unknown, newsletter: Pick<Newsletter, 'timezone'>): string {
  return whose === 'reader' ? zoneOr(timezone, newsletter.timezone) : newsletter.timezone;
}

async function insertRuns(trx: Database, sequence_key: number, runs: NewRun[]): Promise<void> {
  if (runs.length === 0) return;
  await sql`
    insert into sequence_runs (sequence_key, subscriber_key, edition, passage, cause, data, links, mails, entered_date, anchor_date,
      status, step, planned_date, due_date, completed_date)
    select ${sequence_key}, subscriber_key, edition, passage, cause, data, links, mails, event_date, event_date,
      case when due_date is null then 'done' else 'waiting' end, 0, due_date, due_date, case when due_date is null then event_date end
    from jsonb_to_recordset(${JSON.stringify(runs)}) as run (subscriber_key bigint, edition int, passage smallint, cause uuid,
      data jsonb, links smallint, mails boolean, event_date timestamptz, due_date timestamptz)
    on conflict do nothing`.execute(trx);
}

async function noteRefusals(
  trx: Database,
  sequence_key: number,
  refusals: { subscriber_key: number; reason: Refusal }[],
  now: Date,
): Promise<void> {
  if (refusals.length === 0) return;
  const last = [...new Map(refusals.map(one => [one.subscriber_key, one])).values()];
  await sql`
    insert into sequence_refusals (sequence_key, subscriber_key, reason, date)
    select ${sequence_key}, subscriber_key, reason, ${now.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(last)}) as one (subscriber_key bigint, reason text)
    on conflict (sequence_key, subscriber_key) do update set reason = excluded.reason, date = excluded.date`.execute(
    trx,
  );
}

/** Stops a sequence whose filter takes too long, so that others go on. Nobody matches the filter now. */
async function blameFilter(trx: Database, sequence: Sequence, error: unknown): Promise<Set<Candidate>> {
  if (!(error instanceof DomainError)) throw error;
  await sql`
    update sequences set is_active = false, status_reason = ${error.detail} where key = ${sequence.key}`.execute(
    trx,
  );
  return new Set();
}
