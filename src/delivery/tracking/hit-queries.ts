import { sql } from 'kysely';
import { enterWithHits } from '../../journal/enter.ts';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';
import type { Classification, HitFacts } from './hit.ts';

/** One recipient of one email. */
export type Pair = { email_key: number; subscriber_key: number };

/** A hit as stored. */
export type StoredHit = Pair & HitFacts & Classification & { id: string; rule_version: number };

function pairColumns(pairs: readonly Pair[]) {
  return sql`${pairs.map(pair => pair.email_key)}::bigint[], ${pairs.map(pair => pair.subscriber_key)}::bigint[]`;
}

export async function readHits(trx: Database, pairs: Pair[]): Promise<StoredHit[]> {
  const { rows } = await sql<StoredHit>`
    select hits.* from hits
    join unnest(${pairColumns(pairs)}) as pair (email_key, subscriber_key) using (email_key, subscriber_key)`.execute(
    trx,
  );
  return rows;
}

/** Counts the links of these emails, without the canary. */
export async function countLinks(trx: Database, email_keys: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ email_key: number; links: number }>`
    select email_key, count(*) as links from email_links
    where email_key = any(${email_keys}::bigint[]) and number > 0
    group by email_key`.execute(trx);
  return new Map(rows.map(({ email_key, links }) => [email_key, links]));
}

/** Lists the next recipients with hits after `last`, at most `limit`, in the order of their keys. */
export async function listPairs(db: Database, last: Pair, limit: number): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select distinct email_key, subscriber_key from hits
    where (email_key, subscriber_key) > (${last.email_key}, ${last.subscriber_key})
    order by email_key, subscriber_key
    limit ${limit}`.execute(db);
  return rows;
}

/** Inserts new hits, which may trigger sequences, and updates the verdicts of old ones, in one statement. */
export async function saveHits(trx: Database, added: StoredHit[], changed: StoredHit[]): Promise<void> {
  const classification = (hits: StoredHit[]) => sql`
    ${hits.map(hit => hit.id)}::uuid[], ${hits.map(hit => hit.verdict)}::hit_verdict[],
    ${hits.map(hit => hit.reasons.join(' '))}::text[], ${hits.map(hit => hit.client)}::text[],
    ${hits.map(hit => hit.rule_version)}::smallint[]`;
  await sql`
    with classified as (
      update hits
      set verdict = now.verdict, reasons = string_to_array(now.reasons, ' '), client = now.client, rule_version = now.rule_version
      from unnest(${pairColumns(changed)}, ${classification(changed)})
        as now (email_key, subscriber_key, id, verdict, reasons, client, rule_version)
      where hits.email_key = now.email_key and hits.subscriber_key = now.subscriber_key and hits.id = now.id
    ), ${enterWithHits(newHits(added))}
    insert into hits (email_key, subscriber_key, id, verdict, reasons, client, rule_version, kind, link_number, date,
      seconds_after, method, agent, network, accept, purpose)
    select email_key, subscriber_key, id, verdict, string_to_array(reasons, ' '), client, rule_version, kind, link_number,
      date, seconds_after, method, agent, network, accept, purpose
    from unnest(${pairColumns(added)}, ${classification(added)},
      ${added.map(hit => hit.kind)}::hit_kind[], ${added.map(hit => hit.link_number)}::int[],
      ${added.map(hit => hit.date)}::timestamptz[], ${added.map(hit => hit.seconds_after)}::int[],
      ${added.map(hit => hit.method)}::text[], ${added.map(hit => hit.agent)}::text[],
      ${added.map(hit => hit.network)}::text[], ${added.map(hit => hit.accept)}::text[],
      ${added.map(hit => hit.purpose)}::text[])
      as hit (email_key, subscriber_key, id, verdict, reasons, client, rule_version, kind, link_number, date,
        seconds_after, method, agent, network, accept, purpose)`.execute(trx);
}

function newHits(added: StoredHit[]) {
  return sql`
    select * from unnest(${pairColumns(added)}, ${added.map(hit => hit.id)}::uuid[], ${added.map(hit => hit.kind)}::text[],
      ${added.map(hit => hit.date)}::timestamptz[]) as hit (email_key, subscriber_key, id, kind, date)`;
}

/**
 * Deletes at most `limit` hits from before that time, oldest first. The ledger keeps everything derived from them. Returns how many were
 * deleted.
 */
export async function pruneHits(db: Database, before: Date, limit: number): Promise<number> {
  const old = sql`date < ${before.toISOString()}`;
  return deleteSome(db, 'hits', old, limit, 'date');
}

/** Deletes at most `limit` hits of the email and returns how many. */
export async function removeHits(db: Database, email_key: number, limit: number): Promise<number> {
  return deleteSome(db, 'hits', sql`email_key = ${email_key}`, limit);
}
