import { sql } from 'kysely';
import { readField } from '../audience/filter/fields.ts';
import { conditionsOf, type FilterGroup, filterGroup } from '../audience/filter/filter.ts';
import { type ResolvedFilter, resolveFilter } from '../audience/filter/resolve.ts';
import { whoMatches } from '../audience/subscribers/matching.ts';
import { forgetToldFacts } from '../journal/record.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { DomainError, domainError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { type Rounds, startRounds } from '../platform/rounds/rounds.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { disableWebhook } from './disable.ts';
import type { Webhook } from './webhook.ts';

/** The most events that one statement decides about. */
const atOnce = 500;

type Filtering = Pick<Webhook, 'key' | 'newsletter_key' | 'filters'>;
type Undecided = { event_key: number; subscriber_key: number | null; is_deletion: boolean };

/**
 * Decides for every enabled webhook which of the events that wait for its filter it gets: up to 500 events each. Events that it wants
 * become due now; the others are dropped. A webhook whose filter can no longer be read is disabled, and its events are kept. Returns
 * whether more may wait.
 */
export async function decideDeliveries(db: Database, now: Date): Promise<boolean> {
  let hasMore = false;
  for (const webhook of await listFiltering(db)) {
    const decided = await decide(db, webhook, now).catch(error => {
      if (!(error instanceof DomainError)) throw error;
      return disableFor(db, webhook, error.detail, now);
    });
    if (decided === atOnce) hasMore = true;
  }
  return hasMore;
}

/** Decides about events until stopped. Any number of processes can run this in parallel. */
export function startDeciding({ db, clock, log }: { db: Database; clock: Clock; log: Log }): Rounds {
  return startRounds(async () => ((await decideDeliveries(db, clock())) ? 'at_once' : 'after_pause'), {
    pause_ms: 500,
    due: { db, condition: hasUndecided },
    log,
    failure: 'filters of webhooks wait',
  });
}

const hasUndecided = () => sql<boolean>`(select key from (${filtering()}) filtering limit 1) is not null`;

async function decide(db: Database, webhook: Filtering, now: Date): Promise<number> {
  return inTransaction(db, async trx => {
    const events = await lockUndecided(trx, webhook);
    const wanted = new Set(await choose(trx, webhook, events, now));
    await makeDue(trx, webhook, events.filter(event => wanted.has(event)).map(keyOf), now);
    await drop(trx, webhook, events.filter(event => !wanted.has(event)).map(keyOf));
    return events.length;
  });
}

const keyOf = ({ event_key }: Undecided) => event_key;

/**
 * Returns the events that the webhook gets. It gets deletions whatever the filter says: nothing is known about the subscriber any more, and
 * the receiver may have a copy of them.
 */
async function choose(
  trx: Database,
  { newsletter_key, filters }: Filtering,
  events: Undecided[],
  now: Date,
): Promise<Undecided[]> {
  if (filters === null) return events;
  const filter = await resolveFilter(trx, newsletter_key, filterGroup.parse(filters), now.toISOString());
  refuseMissing(filter);
  const keys = [...new Set(events.flatMap(({ subscriber_key }) => subscriber_key ?? []))];
  const matching = await whoMatches(trx, filter, keys);
  return events.filter(
    ({ subscriber_key, is_deletion }) =>
      is_deletion || (subscriber_key !== null && matching.has(subscriber_key)),
  );
}

/** Throws if the filter names something that is gone: without it, the filter would silently mean nobody, or everybody. */
function refuseMissing({ group, segments, tags, emails }: ResolvedFilter): void {
  const known: Record<string, object> = { tags, segment: segments, email: emails };
  const isMissing = ({ field, operator, value }: FilterGroup['filters'][number]) => {
    const named = known[readField(field)?.kind ?? ''];
    return named !== undefined && !operator.endsWith('empty') && !Object.hasOwn(named, value);
  };
  const missing = [group, ...Object.values(segments)].flatMap(conditionsOf).find(isMissing);
  if (!missing) return;
  const { field } = missing;
  throw domainError('filter_invalid', 'webhooks.filter_names_missing', { field });
}

async function disableFor(db: Database, { key }: Filtering, fault: string, now: Date): Promise<number> {
  const why = sentence('webhooks.filter_failed', { fault });
  await inTransaction(db, trx => disableWebhook(trx, key, why, now));
  return 0;
}

const filtering = () => sql<Filtering>`
  select webhooks.key, newsletter_key, filters from webhooks
  cross join lateral (
    select from webhook_deliveries where webhook_key = webhooks.key and next_attempt_date = 'infinity'
    order by webhook_key, event_key limit 1
  ) undecided
  where status = 'enabled'`;

async function listFiltering(db: Database): Promise<Filtering[]> {
  return (await filtering().execute(db)).rows;
}

/** Locks the events that wait for the webhook's filter, oldest first, with the subscriber if they still exist. */
async function lockUndecided(trx: Database, { key, newsletter_key }: Filtering): Promise<Undecided[]> {
  const { rows } = await sql<Undecided>`
    select event_key, person.key as subscriber_key, event_type = 'subscriber.deleted' as is_deletion
    from (
      select event_key from webhook_deliveries
      where webhook_key = ${key} and next_attempt_date = 'infinity'
      order by event_key limit ${atOnce} for update skip locked
    ) one
    cross join lateral (select event_type, subscriber_id from events where events.key = event_key limit 1) event
    left join lateral (
      select key from subscribers where id = subscriber_id and newsletter_key = ${newsletter_key} limit 1
    ) person on true`.execute(trx);
  return rows;
}

const these = (webhook_key: number, event_keys: number[]) =>
  sql`webhook_key = ${webhook_key} and event_key = any(${event_keys}::bigint[])`;

async function makeDue(trx: Database, { key }: Filtering, event_keys: number[], now: Date): Promise<void> {
  await sql`
    update webhook_deliveries set next_attempt_date = ${now.toISOString()} where ${these(key, event_keys)}`.execute(
    trx,
  );
}

async function drop(trx: Database, { key }: Filtering, event_keys: number[]): Promise<void> {
  if (event_keys.length === 0) return;
  await sql`delete from webhook_deliveries where ${these(key, event_keys)}`.execute(trx);
  await forgetToldFacts(trx, event_keys);
}
