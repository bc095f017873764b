import { type Selectable, sql } from 'kysely';
import type { Tried } from '../../emails/ab-test.ts';
import type { Email } from '../../emails/email.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { AbTests } from '../../platform/database/schema.ts';
import type { WorkRows } from '../../platform/work/claim.ts';
import { deliveries, recipients } from './counts.ts';

/** The tests that are due for a decision. */
export const undecided: WorkRows = { table: 'ab_tests', leaves: true };

/** A test that has begun. */
export type BegunTest = Selectable<AbTests>;

/** Schedules the decision of this email's test for `decide_date`. */
export async function insertTest(
  trx: Database,
  { id, key }: Pick<Email, 'id' | 'key'>,
  decide_date: Date,
): Promise<void> {
  const date = decide_date.toISOString();
  await trx
    .insertInto('ab_tests')
    .values({ id, email_key: key, decide_date: date, work_date: date })
    .execute();
}

export async function dropTest(trx: Database, email_key: number): Promise<void> {
  await trx.deleteFrom('ab_tests').where('email_key', '=', email_key).execute();
}

export async function findTest(db: Database, email_key: number): Promise<BegunTest | undefined> {
  return db.selectFrom('ab_tests').selectAll().where('email_key', '=', email_key).executeTakeFirst();
}

/**
 * The figures of one part of a test. `takes_part`: its people take part in the test and are not the rest. `is_counted`: their opens and
 * clicks count.
 */
export type PartFigures = {
  variant: number;
  takes_part: boolean;
  is_counted: boolean;
  recipients: number;
  people: number;
  opens: number;
  clicks: number;
  unsubscriptions: number;
  complaints: number;
  is_served: boolean;
};

/**
 * Counts what the people of each part of a test did; `people` are those who got it. The variant of a rest that waits is the one that it
 * would get in a split.
 */
export async function countTested(db: Database, email_key: number): Promise<PartFigures[]> {
  const { rows } = await sql<PartFigures>`
    select coalesce(place.variant, rest_variant) as variant, rest_variant is null as takes_part, is_counted, counted.*
    from audience_parts place
    cross join lateral (
      select ${recipients} as recipients, ${deliveries} as people,
        coalesce(sum(opens), 0)::bigint as opens, coalesce(sum(clicks), 0)::bigint as clicks,
        coalesce(sum(unsubscriptions), 0)::bigint as unsubscriptions, coalesce(sum(complaints), 0)::bigint as complaints,
        coalesce(bool_and(first_pass_done), true) as is_served
      from delivery_chunks chunk where chunk.email_key = place.email_key and chunk.part = place.part
    ) counted
    where place.email_key = ${email_key} order by place.part`.execute(db);
  return rows;
}

/** Returns the variant that the people of this part get. People who were added by hand get the winner, or the first variant. */
export async function findVariant(db: Database, email_key: number, part: number): Promise<number> {
  const { rows } = await sql<{ variant: number | null }>`
    select case when ${part}::int = 0 then (select winner from ab_tests where email_key = ${email_key})
      else (select variant from audience_parts where email_key = ${email_key} and part = ${part}::int) end as variant`.execute(
    db,
  );
  return rows[0]?.variant ?? 1;
}

/** Postpones the decision by this time, because not everybody who takes part has had their turn. */
export async function postponeDecision(trx: Database, email_key: number, hours: number): Promise<void> {
  await sql`
    update ab_tests set decide_date = now() + make_interval(hours => ${hours}::int)
    where email_key = ${email_key} and decision is null`.execute(trx);
}

export type Decision = {
  decision: 'winner' | 'undecided' | 'by_hand';
  /** The variant for the rest; null if each variant goes to a part of it. */
  winner: number | null;
  decided_by: string | null;
  figures: Tried[];
  /** When the rest is due. */
  date: Date;
};

/** Decides the test, once: the rest is due at the date, with its variant. Returns false if it had been decided before. */
export async function recordDecision(
  trx: Database,
  email_key: number,
  { decision, winner, decided_by, figures, date }: Decision,
): Promise<boolean> {
  const due = sql`${date.toISOString()}::timestamptz`;
  const { rows } = await sql`
    with decided as (
      update ab_tests set decision = ${decision}, winner = ${winner}, decided_by = ${decided_by}, decision_date = now(),
        figures = ${JSON.stringify(figures)}::jsonb, work_date = null, work_lease = null
      where email_key = ${email_key} and decision is null
      returning email_key
    ), places as (
      update audience_parts place
      set due_date = ${due}, variant = coalesce(${winner}::int, rest_variant)
      from decided where place.email_key = decided.email_key and rest_variant is not null
      returning part
    ), rest as (
      update delivery_chunks chunk set next_attempt_date = ${due}, added_date = ${due}
      from places
      where chunk.email_key = ${email_key} and chunk.part = places.part and next_attempt_date = 'infinity'
    )
    select from decided`.execute(trx);
  return rows.length > 0;
}

/** Returns the newsletter's usual share of people who click, from its last emails that measured clicks; null if none did. */
export async function findUsualShare(db: Database, newsletter_key: number): Promise<number | null> {
  const { rows } = await sql<{ share: number | null }>`
    select sum(clicks)::float8 / nullif(sum(people), 0) as share from (
      select ${deliveries} as people, sum(clicks) as clicks
      from (
        select key from emails where newsletter_key = ${newsletter_key} and status = 'sent'
        order by publish_date desc nulls last limit 20
      ) recent join delivery_chunks on email_key = recent.key
      group by email_key having sum(clicks) > 0 order by email_key desc limit 10
    ) measured`.execute(db);
  return rows[0]!.share;
}

/** Lists every test that has been decided. */
export async function listDecided(
  db: Database,
): Promise<(BegunTest & { ab_test: unknown; is_rest_right: boolean })[]> {
  const { rows } = await sql<BegunTest & { ab_test: unknown; is_rest_right: boolean }>`
    select begun.*, ab_test, not exists (
      select from audience_parts place
      where place.email_key = begun.email_key and rest_variant is not null
        and variant is distinct from coalesce(winner, rest_variant)
    ) as is_rest_right
    from ab_tests begun join emails on emails.key = begun.email_key
    where decision is not null order by begun.email_key`.execute(db);
  return rows;
}
