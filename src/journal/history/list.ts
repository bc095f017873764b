import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { demandKept } from '../../emails/kept.ts';
import { findEmail, lastDropped } from '../../emails/queries.ts';
import type { Database } from '../../platform/database/connect.ts';
import { orderingOf } from '../../platform/http/ordering.ts';
import {
  endParameter,
  hasEmptyFilter,
  listParameter,
  orderingParameter,
  pageParameters,
  showParameter,
  startParameter,
  textParameter,
} from '../../platform/http/query.ts';
import { isId } from '../../platform/ids.ts';
import type { Event } from '../event.ts';
import { type DerivedEventType, derivedEventTypes, shortName, wholeName } from '../names.ts';
import { countFacts, type FactFilter, factId, parseFactId, selectFact, selectFacts } from './facts.ts';
import { journalOf } from './journal-of.ts';
import { type Keyset, keysetOf, type Place, readCursor, writeCursor } from './keyset.ts';

const orderings = ['creation_date'] as const;

const typesParameter = listParameter
  .transform(names => names?.map(wholeName))
  .optional()
  .describe('For example opened or subscriber.opened; both forms are accepted');

export const eventFilters = z.object({
  ...pageParameters,
  event_type: typesParameter,
  '-event_type': typesParameter,
  subscriber_id: listParameter,
  email_id: listParameter,
  automation_id: listParameter,
  creation_date__start: startParameter,
  creation_date__end: endParameter,
  creation_date__gt: startParameter.describe('After this time'),
  creation_date__gte: startParameter,
  creation_date__lt: startParameter.describe('Before this time'),
  creation_date__lte: startParameter.describe('At this time or before'),
  ordering: orderingParameter.describe('creation_date, or -creation_date, the default: newest first'),
  expand: showParameter.describe('subscriber, email, automation: also return these as objects'),
  cursor: textParameter.describe('Where the page begins; take it from `next`'),
});
export type EventFilters = z.output<typeof eventFilters>;

type Line = Event & Place;

/**
 * Lists a page of the events that match all filters, newest first by default, and their total: the journal merged with the facts of the
 * ledger. `cursor` is where the page begins; a page with a cursor is found immediately, however many come before it.
 */
export async function listEvents(
  db: Database,
  newsletter_key: number,
  filters: EventFilters,
): Promise<{
  results: Event[];
  count: number;
  cursor: string | undefined;
  no_longer_kept_before: string | null;
}> {
  const { direction } = orderingOf(filters.ordering, orderings, '-creation_date');
  const { page, page_size } = filters;
  const after = filters.cursor ? readCursor(filters.cursor) : undefined;
  const offset = after ? 0 : (page - 1) * page_size;
  const keyset = keysetOf(direction, offset + page_size, after);
  const sources = [
    selectStored(newsletter_key, storedOf(filters), storedWhere(filters), keyset),
    ...factsWanted(filters).map(type => selectFacts(newsletter_key, type, factFilter(filters), keyset)),
  ];
  const { order } = keyset;
  const inOrder = sql`creation_date ${order}, rank ${order}, email_key ${order}, place ${order}`;
  const lines = sql`(${sql.join(
    sources.map(source => sql`(${source})`),
    sql` union all `,
  )}) line`;
  const onPage = sql`select * from ${lines} order by ${inOrder} limit ${page_size} offset ${offset}`;
  const read = () => showLines(db, onPage, inOrder);
  const counting = () => countEvents(db, newsletter_key, filters);
  const no_longer_kept_before = await findBoundary(db, newsletter_key, filters);
  // The searches run at the same time, except for pages by number: far past the end, they would be long searches for nothing.
  if (offset > 0) {
    const count = await counting();
    if (offset >= count) return { results: [], count, cursor: undefined, no_longer_kept_before };
  }
  const [rows, count] = await Promise.all([read(), counting()]);
  const last = rows.at(-1);
  return { results: rows, count, cursor: last && writeCursor(last), no_longer_kept_before };
}

/**
 * Returns one event by its id, from the journal or the ledger. Throws `no_longer_kept` for an event of a delivery that is no longer kept.
 */
export async function findEvent(
  db: Database,
  newsletter_key: number,
  id: string,
): Promise<Event | undefined> {
  const fact = parseFactId(id);
  if (!fact && !isId(id)) return undefined;
  if (fact) {
    const email = await findEmail(db, newsletter_key, fact.email_id);
    if (email) demandKept(email);
  }
  const all = keysetOf('asc', 1, undefined);
  const line = fact
    ? selectFact(newsletter_key, fact)
    : selectStored(newsletter_key, sql`events`, sql`id = ${id}`, all);
  return (await showLines(db, line, sql`creation_date`))[0];
}

/** Adds to the lines what is looked up only for a page: the subscriber, the link they followed and the program they used. */
async function showLines(
  db: Database,
  lines: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<Line[]> {
  const hit = sql`
    select url, client from hits
    left join email_links on email_links.email_key = hits.email_key and number = hits.link_number
    where line.rank > 0 and hits.email_key = line.email_key and hits.subscriber_key = line.place
      and hits.date = line.creation_date
      and hits.kind = (case line.event_type when 'subscriber.opened' then 'open' when 'subscriber.clicked' then 'click' end)::hit_kind
    limit 1`;
  const { rows } = await sql<Line & { url: string | null; client: string | null }>`
    select coalesce(line.id::text, ${factId(sql`event_type`, sql`email_id`, sql`place`)}) as id, event_type, line.creation_date,
      coalesce(stored_subscriber_id, subscribers.id) as subscriber_id, email_id, automation_id,
      data || jsonb_strip_nulls(jsonb_build_object('url', hit.url, 'client', nullif(hit.client, ''))) as metadata,
      rank, email_key, place
    from (${lines}) line
    left join lateral (select id from subscribers where line.rank > 0 and key = line.place limit 1) subscribers on true
    left join lateral (${hit}) hit on true
    order by ${order}`.execute(db);
  return rows.map(({ event_type, ...row }) => ({ ...row, event_type: shortName(event_type) }));
}

/** Returns when the newest email was sent whose deliveries would be among the events but are no longer kept. */
async function findBoundary(
  db: Database,
  newsletter_key: number,
  filters: EventFilters,
): Promise<string | null> {
  if (factsWanted(filters).length === 0) return null;
  const things = ofThings(filters, sql`emails.id`, sql`emails.automation_id`);
  return lastDropped(db, newsletter_key, sql`${sql.join([sql`true`, ...things], sql` and `)}`);
}

async function countEvents(db: Database, newsletter_key: number, filters: EventFilters): Promise<number> {
  const facts = countFacts(newsletter_key, factsWanted(filters), factFilter(filters));
  const { rows } = await sql<{ count: number }>`
    select (
      select count(*) from ${storedOf(filters)} where newsletter_key = ${newsletter_key} and ${storedWhere(filters)}
    ) + (${facts}) as count`.execute(db);
  return Number(rows[0]!.count);
}

function selectStored(
  newsletter_key: number,
  events: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
  { order, limit, boundFor }: Keyset,
): RawBuilder<unknown> {
  return sql`
    select id, event_type, creation_date, email_id, automation_id, data, 0 as rank, 0::bigint as email_key, key as place,
      subscriber_id as stored_subscriber_id
    from ${events}
    where newsletter_key = ${newsletter_key} and ${where} and ${boundFor(0, sql`0::bigint`, sql`creation_date`, sql`key`)}
    order by creation_date ${order}, key ${order}
    limit ${limit}`;
}

function storedOf({ subscriber_id, email_id, automation_id }: EventFilters): RawBuilder<unknown> {
  if (subscriber_id) return journalOf('subscriber_id', subscriber_id.filter(isId));
  if (email_id) return journalOf('email_id', email_id.filter(isId));
  return automation_id ? journalOf('automation_id', automation_id.filter(isId)) : sql`events`;
}

/** Returns the condition on `events` that the filters make. */
export function storedWhere(filters: EventFilters): RawBuilder<boolean> {
  if (hasEmptyFilter(filters)) return sql`false`;
  const { subscriber_id } = filters;
  const conditions = [
    periodOf(filters)(sql`creation_date`),
    ...ofThings(filters, sql`email_id`, sql`automation_id`),
  ];
  // Facts that are waiting to be delivered to webhooks are in the ledger already.
  conditions.push(sql`event_type <> all(${[...derivedEventTypes]}::text[])`);
  if (filters.event_type) conditions.push(sql`event_type = any(${filters.event_type}::text[])`);
  if (filters['-event_type']) conditions.push(sql`event_type <> all(${filters['-event_type']}::text[])`);
  if (subscriber_id) conditions.push(sql`subscriber_id = any(${subscriber_id.filter(isId)}::uuid[])`);
  return sql`${sql.join(conditions, sql` and `)}`;
}

function factFilter(filters: EventFilters): FactFilter {
  const things = ofThings(filters, sql`emails.id`, sql`emails.automation_id`);
  return {
    emails: sql`${sql.join([sql`deliveries_dropped_date is null`, ...things], sql` and `)}`,
    period: periodOf(filters),
    has_period: bounds.some(([name]) => filters[name] !== undefined),
    subscriber_ids: filters.subscriber_id?.filter(isId),
  };
}

function factsWanted(filters: EventFilters): DerivedEventType[] {
  if (hasEmptyFilter(filters)) return [];
  const { event_type: wanted, '-event_type': unwanted } = filters;
  return derivedEventTypes.filter(
    type => !unwanted?.includes(type) && (wanted === undefined || wanted.includes(type)),
  );
}

function ofThings(
  { email_id, automation_id }: EventFilters,
  email: RawBuilder<unknown>,
  automation: RawBuilder<unknown>,
): RawBuilder<boolean>[] {
  return [
    ...(email_id ? [sql<boolean>`${email} = any(${email_id.filter(isId)}::uuid[])`] : []),
    ...(automation_id ? [sql<boolean>`${automation} = any(${automation_id.filter(isId)}::uuid[])`] : []),
  ];
}

const bounds = [
  ['creation_date__start', sql`>=`],
  ['creation_date__end', sql`<`],
  ['creation_date__gt', sql`>`],
  ['creation_date__gte', sql`>=`],
  ['creation_date__lt', sql`<`],
  ['creation_date__lte', sql`<=`],
] as const;

function periodOf(filters: EventFilters): (date: RawBuilder<unknown>) => RawBuilder<boolean> {
  const given = bounds.filter(([name]) => filters[name]);
  return date =>
    sql`${sql.join([sql`true`, ...given.map(([name, operator]) => sql`${date} ${operator} ${filters[name]}`)], sql` and `)}`;
}
