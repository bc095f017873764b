import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../platform/database/connect.ts';
import { orderingOf } from '../platform/http/ordering.ts';
import {
  endParameter,
  hasEmptyFilter,
  listParameter,
  orderingParameter,
  pageParameters,
  startParameter,
} from '../platform/http/query.ts';
import { isId } from '../platform/ids.ts';
import type { Event } from './event.ts';
import {
  type DerivedEventType,
  derivedEventTypes,
  eventId,
  factDate,
  parseFactId,
  selectFacts,
} from './facts.ts';

const fields = sql`${eventId} as id, event_type, creation_date, subscriber_id, email_id, automation_id, data`;

const orderings = ['creation_date'] as const;

export const eventFilters = z.object({
  ...pageParameters,
  event_type: listParameter,
  '-event_type': listParameter,
  subscriber_id: listParameter,
  email_id: listParameter,
  automation_id: listParameter,
  creation_date__start: startParameter,
  creation_date__end: endParameter,
  ordering: orderingParameter.describe('creation_date, or -creation_date, the default: newest first'),
});
export type EventFilters = z.output<typeof eventFilters>;

/** The ids of the three kinds of things that events speak of, and the column that has it where the facts are. */
const subjects = {
  subscriber_id: sql`subscribers.id`,
  email_id: sql`emails.id`,
  automation_id: sql`emails.automation_id`,
} as const;

/**
 * A page of what happened and passes all filters, in the order in which it happened, and how much passes. What the
 * ledger knows (subscriber.delivered, .opened, .clicked) is among it where it is asked for by type, and in the timeline
 * of subscribers or emails.
 */
export async function listEvents(
  db: Database,
  newsletter_key: number,
  filters: EventFilters,
): Promise<{ results: Event[]; count: number }> {
  const { direction } = orderingOf(filters.ordering, orderings, '-creation_date');
  const order = direction === 'asc' ? sql`asc` : sql`desc`;
  const parts = [
    selectStored(newsletter_key, storedWhere(filters)),
    ...factsWanted(filters).map(type => selectFacts(newsletter_key, type, factWhere(filters, type))),
  ];
  const lines = sql`(${sql.join(parts, sql` union all `)}) line`;
  const { rows: results } = await sql<Event>`
    select ${fields} from (
      select * from ${lines}
      order by creation_date ${order}, place ${order}, event_type ${order}, email_id ${order}
      limit ${filters.page_size} offset ${(filters.page - 1) * filters.page_size}
    ) line
    order by creation_date ${order}, place ${order}, event_type ${order}, email_id ${order}`.execute(db);
  const { rows } = await sql<{ count: number }>`select count(*) from ${lines}`.execute(db);
  return { results, count: rows[0]!.count };
}

/** One event by its id, be it of the journal or of the ledger. */
export async function findEvent(
  db: Database,
  newsletter_key: number,
  id: string,
): Promise<Event | undefined> {
  const fact = parseFactId(id);
  if (!fact && !isId(id)) return undefined;
  const { rows } = await sql<Event>`
    select ${fields} from (${
      fact
        ? selectFacts(
            newsletter_key,
            fact.type,
            sql`emails.id = ${fact.email_id} and subscribers.id = ${fact.subscriber_id}`,
          )
        : selectStored(newsletter_key, sql`id = ${id}`)
    }) line`.execute(db);
  return rows[0];
}

function selectStored(newsletter_key: number, where: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`
    select id, event_type, creation_date, subscriber_id, email_id, automation_id, data, key as place
    from events
    where newsletter_key = ${newsletter_key} and ${where}`;
}

/** The condition on `events` that the filters make. */
export function storedWhere(filters: EventFilters): RawBuilder<boolean> {
  if (hasEmptyFilter(filters)) return sql`false`;
  const conditions = [sql<boolean>`true`, ...period(filters, sql`creation_date`)];
  if (filters.event_type) conditions.push(sql`event_type = any(${filters.event_type}::text[])`);
  if (filters['-event_type']) conditions.push(sql`event_type <> all(${filters['-event_type']}::text[])`);
  for (const column of Object.keys(subjects) as (keyof typeof subjects)[])
    if (filters[column])
      conditions.push(sql`${sql.ref(column)} = any(${filters[column].filter(isId)}::uuid[])`);
  return sql`${sql.join(conditions, sql` and `)}`;
}

function factWhere(filters: EventFilters, type: DerivedEventType): RawBuilder<boolean> {
  if (hasEmptyFilter(filters)) return sql`false`;
  const conditions = [sql<boolean>`true`, ...period(filters, factDate(type))];
  for (const [name, column] of Object.entries(subjects)) {
    const ids = filters[name as keyof typeof subjects];
    if (ids) conditions.push(sql`${column} = any(${ids.filter(isId)}::uuid[])`);
  }
  return sql`${sql.join(conditions, sql` and `)}`;
}

function factsWanted(filters: EventFilters): DerivedEventType[] {
  const { event_type: wanted, '-event_type': unwanted } = filters;
  return derivedEventTypes.filter(type => {
    if (unwanted?.includes(type)) return false;
    return wanted ? wanted.includes(type) : Boolean(filters.subscriber_id ?? filters.email_id);
  });
}

function period(
  { creation_date__start: start, creation_date__end: end }: EventFilters,
  date: RawBuilder<unknown>,
): RawBuilder<boolean>[] {
  return [
    ...(start ? [sql<boolean>`${date} >= ${start}`] : []),
    ...(end ? [sql<boolean>`${date} < ${end}`] : []),
  ];
}
