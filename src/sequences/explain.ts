import { sql } from 'kysely';
import { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import { type FilterGroup, filterGroup } from '../audience/filter/filter.ts';
import { findSubscriber } from '../audience/subscribers/queries.ts';
import { openTagDirectory } from '../audience/tags/resolve.ts';
import type { Database } from '../platform/database/connect.ts';
import { found } from '../platform/errors.ts';
import { timestamp } from '../platform/http/fields.ts';
import { attemptSchema, attemptsOf } from './attempts.ts';
import { findEdition } from './definition/queries.ts';
import type { Sequence } from './definition/sequence.ts';
import { whomItHolds } from './engine/truths.ts';
import { runSchema, showRun } from './run.ts';
import { listRunsOf } from './run-queries.ts';

export const explanationSchema = z
  .object({
    subscriber_id: z.string(),
    is_inside: z.boolean(),
    runs: z.array(runSchema).describe('Their passages, newest first'),
    next: z.array(attemptSchema).describe('What comes next, and when'),
    events: z
      .array(z.object({ event_type: z.string(), date: timestamp }))
      .describe(
        'What could have triggered it, from the journal, newest first, since the sequence was activated',
      ),
    waits_to_enter: z
      .boolean()
      .describe(
        'Whether something has triggered it, and it is still being decided whether they enter, which takes about a minute',
      ),
    refusal: z
      .object({ reason: z.string(), date: timestamp })
      .nullable()
      .describe('Why they did not enter the last time'),
    conditions: z
      .array(z.object({ condition: filterGroup, holds: z.boolean() }))
      .describe('Each of the filters, and whether it holds for them now'),
  })
  .meta({ id: 'SequenceExplanation' });

/** Explains why somebody entered a sequence or did not, where they are, and what comes next. Throws `not_found`. */
export async function explainPerson(
  db: Database,
  newsletter: Newsletter,
  sequence: Sequence,
  word: string,
  now: Date,
): Promise<z.output<typeof explanationSchema>> {
  const subscriber = found(await findSubscriber(db, newsletter.key, word), 'subscriber');
  const edition = await findEdition(db, sequence.key, sequence.edition);
  const runs = (await listRunsOf(db, subscriber.key)).filter(run => run.sequence_key === sequence.key);
  const inside = runs.find(({ status }) => status === 'waiting' || status === 'held');
  const person = { subscriber_key: subscriber.key, data: runs[0]?.data ?? {} };
  const tags = await openTagDirectory(db, newsletter.key);
  const conditions = [];
  for (const condition of partsOf(edition.filters)) {
    const holding = await whomItHolds(db, newsletter.key, condition, [person], { now, tags });
    conditions.push({ condition, holds: holding.has(person) });
  }
  const { rows: events } = await sql<{ event_type: string; date: string }>`
    select event_type, creation_date as date from events
    where newsletter_key = ${newsletter.key} and subscriber_id = ${subscriber.id} and event_type = ${edition.trigger}
      and creation_date >= ${sequence.active_since ?? now.toISOString()}
    order by key desc limit 20`.execute(db);
  const { rows: waiting } = await sql`
    select from sequence_entries where sequence_key = ${sequence.key} and subscriber_id = ${subscriber.id} limit 1`.execute(
    db,
  );
  const { rows: refusals } = await sql<{ reason: string; date: string }>`
    select reason, date from sequence_refusals
    where sequence_key = ${sequence.key} and subscriber_key = ${subscriber.key}`.execute(db);
  return {
    subscriber_id: subscriber.id,
    is_inside: inside !== undefined,
    runs: runs.map(showRun),
    next: inside
      ? attemptsOf(inside, newsletter).filter(
          ({ status }) => status === 'pending' || status === 'unprocessed',
        )
      : [],
    events,
    waits_to_enter: waiting.length > 0,
    refusal: refusals[0] ?? null,
    conditions,
  };
}

/** Returns the filter as conditions that must all hold. */
function partsOf(group: FilterGroup | null): FilterGroup[] {
  if (group === null) return [];
  if (group.predicate !== 'and') return [group];
  return [
    ...group.filters.map(condition => ({ filters: [condition], groups: [], predicate: 'and' as const })),
    ...group.groups,
  ];
}
