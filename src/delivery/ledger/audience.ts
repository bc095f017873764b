import { type RawBuilder, sql } from 'kysely';
import { digestDates } from '../../accounts/digests.ts';
import type { MailCap } from '../../accounts/restraint.ts';
import { bounded, longestFreeze } from '../../audience/filter/bounded.ts';
import { inRange, type KeyRange } from '../../audience/filter/engagement.ts';
import { type AbTest, abTestOf, isDealt } from '../../emails/ab-test.ts';
import { goesIntoDigests, hasFilters, inAudience, waitsForDigest, wasCapped } from '../../emails/audience.ts';
import { findDigestTimes } from '../../emails/digests.ts';
import type { Email } from '../../emails/email.ts';
import { findMailCap, lockMailCap, selectCapped } from '../../emails/mail-cap.ts';
import { noteFrozen } from '../../emails/queries.ts';
import type { Database } from '../../platform/database/connect.ts';
import { dropParts } from './audience-parts.ts';
import { makeRoom } from './parts.ts';
import { lookUpOpensByPerson, opensAreSeen } from './seen-opens.ts';

/**
 * The sizes of chunks. A range is cut into at most 25 chunks, of `least` recipients at least, so that several workers share a short list.
 */
export const chunkSizes = { least: 500, most: 2000 };
const chunksOfRange = 25;

/**
 * Writes at most `range` further members of the email's audience into the ledger, cuts them into chunks, and records the position on the
 * email. Returns whether the audience is complete. `trx` holds the lock on the email's row, so that a crash leaves all of this or nothing,
 * and two workers freeze one after the other. Throws `filter_too_slow`, and leaves nothing, if filters of the email take too long.
 */
export async function freezeNextRange(
  trx: Database,
  email: Email,
  range: number,
  now = new Date(email.publish_date ?? Date.now()),
): Promise<{ planned: number; complete: boolean }> {
  await makeRoom(trx, email.key);
  const cap = email.ignores_cap ? null : await findMailCap(trx, email.newsletter_key);
  const times = goesIntoDigests(email) ? await findDigestTimes(trx, email.newsletter_key) : undefined;
  const digests = times && digestDates(times.digests, times.timezone, now);
  const plan = (inside: Database) =>
    cap || digests
      ? planLeavingOut(inside, email, range, { cap, digests })
      : planMembers(inside, email, range);
  const { planned, last_key, complete } = hasFilters(email)
    ? await bounded(trx, longestFreeze, plan)
    : await plan(trx);
  await noteFrozen(trx, email.key, last_key ?? email.frozen_up_to, complete);
  return { planned, complete };
}

type Planned = { planned: number; last_key: number | null; complete: boolean };

async function planMembers(trx: Database, email: Email, range: number): Promise<Planned> {
  const reach = { after: email.frozen_up_to, up_to: email.audience_bound ?? 0 };
  const isMeant = await membersOf(trx, email, reach);
  const done = await planRange(trx, email, range, isMeant);
  return { ...done, complete: done.planned < range };
}

/** Returns the condition for people with keys in this reach whom the email's filter and type select, however often they want mail. */
async function membersOf(trx: Database, email: Email, reach: KeyRange): Promise<RawBuilder<boolean>> {
  const isMeant = await inAudience(trx, { ...email, ignores_cap: true, ignores_digests: true }, reach);
  return sql`${isMeant} and key > ${reach.after} and key <= ${reach.up_to}`;
}

type Left = { cap: MailCap | null; digests: ReturnType<typeof digestDates> | undefined };

/**
 * Leaves out, and notes, those of the next `range` members who get digests, or have had as many mails as the newsletter allows. With a cap,
 * everything else that plans mails of the newsletter waits until `trx` ends. People noted for a digest stay noted, whatever they choose
 * meanwhile, so they get the email in exactly one way.
 */
async function planLeavingOut(
  trx: Database,
  email: Email,
  range: number,
  { cap, digests }: Left,
): Promise<Planned> {
  if (cap) await lockMailCap(trx, email.newsletter_key);
  const whole = { after: email.frozen_up_to, up_to: email.audience_bound ?? 0 };
  const { rows } = await sql<{ members: number; last_key: number | null }>`
    select count(*) as members, max(key) as last_key from (
      select key from subscribers where ${await membersOf(trx, email, whole)} order by key limit ${range}
    ) member`.execute(trx);
  const { members, last_key } = rows[0]!;
  const complete = members < range;
  const reach = complete ? whole : { ...whole, up_to: last_key! };
  const isMember = await membersOf(trx, email, reach);
  if (digests)
    await sql`
      insert into digest_items (email_key, subscriber_key, due_date)
      select ${email.key}, key, case frequency when 'weekly' then ${digests.weekly.toISOString()}::timestamptz
        else ${digests.monthly.toISOString()}::timestamptz end
      from subscribers where ${isMember} and frequency <> 'each'
      on conflict do nothing`.execute(trx);
  const isMeant = digests ? sql`${isMember} and not ${waitsForDigest(email.key)}` : isMember;
  if (cap) await noteCapped(trx, email, cap, isMeant, reach);
  const isNext = cap ? sql`${isMeant} and not ${wasCapped(email.key)}` : isMeant;
  const { planned } = await planRange(trx, email, range, isNext);
  return { planned, last_key, complete };
}

/** Notes which of these people in this reach have had as many mails as the newsletter allows. */
async function noteCapped(
  trx: Database,
  email: Email,
  cap: MailCap,
  isMeant: RawBuilder<unknown>,
  reach: KeyRange,
): Promise<void> {
  const among = inRange(reach);
  await sql`
    insert into capped_recipients (email_key, subscriber_key)
    select ${email.key}, key from subscribers
    join (${selectCapped(email.newsletter_key, cap, { among, except: email.key })}) capped on subscriber_key = key
    where ${isMeant}`.execute(trx);
}

async function planRange(
  trx: Database,
  email: Email,
  range: number,
  isNext: RawBuilder<unknown>,
): Promise<{ planned: number; last_key: number | null }> {
  if (isDealt(email)) return dealRange(trx, email, range, isNext);
  const result = await sql<{ planned: number; last_key: number | null }>`
    with member as (
      select key from subscribers where ${isNext} order by key limit ${range}
    ), audience as materialized (
      select key, (row_number() over (order by key) - 1)
        / greatest(${chunkSizes.least}, least(${chunkSizes.most}, count(*) over () / ${chunksOfRange})) as chunk
      from member
    ), plan as (
      insert into deliveries (email_key, subscriber_key) select ${email.key}, key from audience
    ), cut as (
      insert into delivery_chunks (email_key, first_key, last_key, planned)
      select ${email.key}, min(key), max(key), count(*) from audience group by chunk
    )
    select count(*) as planned, max(key) as last_key from audience`.execute(trx);
  return result.rows[0]!;
}

/**
 * Like planRange, but also divides the range into the email's parts: by time zone, or at random, with the same result each time for
 * one person and email. Each part has chunks of its own, which are due when the part is.
 */
async function dealRange(
  trx: Database,
  email: Email,
  range: number,
  isNext: RawBuilder<unknown>,
): Promise<{ planned: number; last_key: number | null }> {
  const { key: email_key } = email;
  const test = abTestOf(email);
  if (test?.measure === 'opens') await lookUpOpensByPerson(trx);
  const result = await sql<{ planned: number; last_key: number | null }>`
    with member as (
      select key, metadata ->> 'timezone' as zone from subscribers where ${isNext} order by key limit ${range}
    ), dealt as (
      ${test ? dealByChance(email, test) : dealByZone(email_key)}
    ), audience as materialized (
      select key, part, (row_number() over (partition by part order by key) - 1)
        / greatest(${chunkSizes.least}, least(${chunkSizes.most}, count(*) over (partition by part) / ${chunksOfRange})) as chunk
      from dealt
    ), places as materialized (
      select part, coalesce(due_date, 'infinity') as due_date, coalesce(due_date, decide_date) as begun_date
      from audience_parts left join ab_tests using (email_key) where email_key = ${email_key}
    ), plan as (
      insert into deliveries (email_key, subscriber_key, part, begun_date)
      select ${email_key}, key, part, begun_date from audience join places using (part) order by key
    ), cut as (
      insert into delivery_chunks (email_key, part, first_key, last_key, planned, next_attempt_date, added_date)
      select ${email_key}, part, min(key), max(key), count(*), min(due_date), min(begun_date)
      from audience join places using (part) group by part, chunk
    )
    select count(*) as planned, max(key) as last_key from audience`.execute(trx);
  return result.rows[0]!;
}

function dealByZone(email_key: number): RawBuilder<unknown> {
  return sql`
    select key, coalesce(place.part, 1) as part from member
    left join (select part, unnest(zones) as zone from audience_parts where email_key = ${email_key}) place using (zone)`;
}

/** Returns the part of each person. The numbers of the parts are those of partsOf. */
function dealByChance({ key }: Email, { share, variants, measure }: AbTest): RawBuilder<unknown> {
  const [email_key, count, part_taken] = [key, variants.length + 1, share / 100];
  const isCounted = measure === 'opens' ? opensAreSeen(sql`drawn.key`, email_key) : sql`true`;
  return sql`
    select key, (case
      when chance < ${part_taken}::float8 then 1 + floor(chance / ${part_taken}::float8 * ${count}::int)
      else 1 + ${count}::int + floor((chance - ${part_taken}::float8) / (1 - ${part_taken}::float8) * ${count}::int) end
      + case when ${isCounted} then 0 else 2 * ${count}::int end)::smallint as part
    from (
      select key, (hashint8extended(key, ${email_key}::bigint) & 16777215)::float8 / 16777216 as chance from member
    ) drawn`;
}

/**
 * Removes the whole plan, except for people who have had the email in a digest already. This is possible only before any copy has been
 * handed over.
 */
export async function dropAudience(trx: Database, email_key: number): Promise<void> {
  await trx.deleteFrom('delivery_chunks').where('email_key', '=', email_key).execute();
  await trx.deleteFrom('deliveries').where('email_key', '=', email_key).execute();
  await trx.deleteFrom('capped_recipients').where('email_key', '=', email_key).execute();
  await trx
    .deleteFrom('digest_items')
    .where('email_key', '=', email_key)
    .where('digest_key', 'is', null)
    .execute();
  await dropParts(trx, email_key);
}

/** The size of a table in pages of 8 kB below which PostgreSQL may prefer to read all of it rather than use an index. */
const fewPages = 8;

/**
 * Updates the statistics of the ledger's tables that have more than doubled since the last ones. So PostgreSQL forgets the plans that it
 * keeps for prepared statements: a plan made while a table was nearly empty may read all of it. A table of which something else is
 * gathering statistics is left out.
 */
export async function analyzeLedger(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and pg_relation_size(oid) > (2 * relpages + ${fewPages}) * 8192::bigint and (
      oid in ('deliveries'::regclass, 'delivery_chunks'::regclass)
      or oid in (select inhrelid from pg_inherits where inhparent = 'deliveries'::regclass)
    )`.execute(db);
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.raw(name)}`.execute(db);
}
