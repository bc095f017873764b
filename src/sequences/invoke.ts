import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '../accounts/caller.ts';
import { bounded, longestAnswer } from '../audience/filter/bounded.ts';
import { compileFilter } from '../audience/filter/compile.ts';
import { demandSight } from '../audience/filter/filter.ts';
import { resolveFilter } from '../audience/filter/resolve.ts';
import { settleFilter } from '../audience/filter/settle.ts';
import { listTargetsNamed } from '../audience/subscribers/named.ts';
import { openTagDirectory } from '../audience/tags/resolve.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { DomainError, domainError, found } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { asDisguised } from './definition/filters.ts';
import type { InvokeInput } from './definition/input.ts';
import { findEdition, lockSequence } from './definition/queries.ts';
import { demandRights } from './definition/rights.ts';
import type { Edition, Sequence } from './definition/sequence.ts';
import { concernsPerson } from './definition/triggers.ts';
import { readPeople } from './engine/entries.ts';
import { refusalOf } from './engine/rules.ts';
import { whomItHolds } from './engine/truths.ts';
import { refuseForeign } from './own.ts';

export const invokedSchema = z.object({
  selected: z.int().describe('The people whom the request selects'),
  entering: z.int().describe('How many of them enter'),
  refused: z.array(z.object({ reason: z.string(), count: z.int() })).describe('The others, by reason'),
  dry_run: z.boolean(),
});
type Invoked = z.output<typeof invokedSchema>;

/** The most people that one request starts. */
const mostPeople = 500_000;

/**
 * Starts people deliberately, whatever has happened to them; the entry rule and filters apply as always. A sequence that is not about
 * people runs once, without anybody. With `dry_run`, nobody is started, and the result says who would enter. Throws `not_found`,
 * `status_invalid` for an inactive sequence, `request_invalid`, and `forbidden` if the caller may not do what the sequence does.
 */
export async function invoke(
  db: Database,
  { newsletter, permissions, bounds, by }: Pick<Caller, 'newsletter' | 'permissions' | 'bounds' | 'by'>,
  id: string,
  { subscribers, filters, event = {}, dry_run }: InvokeInput,
  now: Date,
): Promise<Invoked> {
  return inTransaction(db, async trx => {
    const sequence = found(await lockSequence(trx, newsletter.key, id), 'automation');
    const edition = await findEdition(trx, sequence.key, sequence.edition);
    if (!sequence.is_active && !dry_run) throw domainError('status_invalid', 'sequences.inactive');
    demandRights(permissions, edition.steps);
    if (!dry_run) refuseForeign({ bounds, by }, sequence);
    if (filters) demandSight(permissions, filters);
    demandWhom(edition, { subscribers, filters });
    const data = { ...(Object.keys(event).length > 0 && { metadata: event }) };
    const cause = newId();
    if (!concernsPerson(edition.trigger)) {
      if (!dry_run) await insertEntries(trx, sequence, cause, [null], data, now);
      return { selected: 1, entering: 1, refused: [], dry_run };
    }
    const ids = subscribers
      ? await listTargetsNamed(trx, newsletter.key, subscribers)
      : await selectIds(trx, newsletter.key, filters!);
    const forecast = await foresee(trx, { sequence, edition, now }, ids, data);
    if (!dry_run) await insertEntries(trx, sequence, cause, ids, data, now);
    return { ...forecast, dry_run };
  });
}

function demandWhom(
  { trigger }: Edition,
  { subscribers, filters }: Pick<InvokeInput, 'subscribers' | 'filters'>,
): void {
  const named = subscribers !== undefined || filters !== undefined;
  if (concernsPerson(trigger) === named && (subscribers === undefined || filters === undefined)) return;
  throw new DomainError(
    'request_invalid',
    named && !concernsPerson(trigger)
      ? sentence('sequences.concerns_nobody', { trigger })
      : sentence('sequences.for_whom'),
  );
}

async function selectIds(
  trx: Database,
  newsletter_key: number,
  filters: NonNullable<InvokeInput['filters']>,
): Promise<string[]> {
  const group = await settleFilter(trx, newsletter_key, asDisguised(filters), 'filter_invalid');
  const condition = compileFilter(await resolveFilter(trx, newsletter_key, group));
  const { rows } = await bounded(trx, longestAnswer, inside =>
    sql<{ id: string }>`
      select id from subscribers where newsletter_key = ${newsletter_key} and ${condition}
      order by key limit ${mostPeople + 1}`.execute(inside),
  );
  if (rows.length > mostPeople)
    throw domainError('request_invalid', 'sequences.too_many_people', { most: mostPeople });
  return rows.map(({ id }) => id);
}

const atOnce = 5000;

/** Returns who would enter now, by the rules that settle entries. */
async function foresee(
  trx: Database,
  { sequence, edition, now }: { sequence: Sequence; edition: Edition; now: Date },
  ids: string[],
  data: object,
): Promise<Pick<Invoked, 'selected' | 'entering' | 'refused'>> {
  const tags = await openTagDirectory(trx, sequence.newsletter_key);
  const reasons = new Map<string, number>();
  let entering = 0;
  for (let at = 0; at < ids.length; at += atOnce) {
    const people = await readPeople(
      trx,
      sequence,
      ids.slice(at, at + atOnce).map(subscriber_id => ({ subscriber_id })),
    );
    const asked = [...people.values()].map(person => ({ ...person, subscriber_key: person.key, data }));
    const matching = await whomItHolds(trx, sequence.newsletter_key, edition.filters, asked, { now, tags });
    for (const one of asked) {
      const refusal = refusalOf(sequence.entry, {
        counts: true,
        matches: matching.has(one),
        is_inside: one.inside,
        passages: one.passages,
        has_left: one.last_status === 'left',
        links: 0,
      });
      if (refusal === null) entering += 1;
      else reasons.set(refusal, (reasons.get(refusal) ?? 0) + 1);
    }
  }
  return {
    selected: ids.length,
    entering,
    refused: [...reasons].map(([reason, count]) => ({ reason, count })),
  };
}

async function insertEntries(
  trx: Database,
  { key }: Sequence,
  cause: string,
  ids: readonly (string | null)[],
  data: object,
  now: Date,
): Promise<void> {
  const date = now.toISOString();
  await sql`
    insert into sequence_entries (sequence_key, cause, subscriber_id, data, event_date, settle_date)
    select ${key}, ${cause}::uuid, id, ${JSON.stringify(data)}::jsonb, ${date}::timestamptz, ${date}::timestamptz
    from unnest(${[...ids]}::uuid[]) as id`.execute(trx);
}
