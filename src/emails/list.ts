import { type OrderByItemBuilder, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { taggedWith } from '../audience/tags/resolve.ts';
import { containing, within } from '../platform/database/conditions.ts';
import type { Database } from '../platform/database/connect.ts';
import { runPrepared } from '../platform/database/prepared.ts';
import type { ArchivalMode, EmailStatus, EmailType } from '../platform/database/schema.ts';
import { orderingOf } from '../platform/http/ordering.ts';
import {
  hasEmptyFilter,
  listParameter,
  orderingParameter,
  type Page,
  pageParameters,
  periodParameters,
  showParameter,
  textParameter,
} from '../platform/http/query.ts';
import { isId } from '../platform/ids.ts';
import { approvalStates, archivalModes, emailStatuses, emailTypes } from './email.ts';
import { type ShowableEmail, shownColumns } from './show.ts';

const orderings = [
  'creation_date',
  'publish_date',
  'modification_date',
  'subject',
  'status',
  'email_type',
  'secondary_id',
  'opens',
  'clicks',
  'stage',
] as const;

export const emailFilters = z.object({
  ...pageParameters,
  status: listParameter.describe('By default all except deleted'),
  '-status': listParameter,
  included_tags: listParameter.describe('Emails whose own list contains all of these'),
  '-included_tags': listParameter.describe('Emails whose own list contains none of these'),
  excluded_tags: listParameter.describe('Emails whose own list contains all of these'),
  '-excluded_tags': listParameter.describe('Emails whose own list contains none of these'),
  automations: listParameter.describe('Ids of the automations that created them'),
  ids: listParameter,
  '-ids': listParameter,
  email_type: listParameter,
  '-email_type': listParameter,
  archival_mode: listParameter,
  approval: listParameter.describe(
    `States of the approval: ${approvalStates.join(', ')}. requested: it waits for somebody to approve it`,
  ),
  source: listParameter,
  '-source': listParameter,
  subject: textParameter.describe('Any part of the subject'),
  ...periodParameters('creation_date', 'publish_date'),
  excluded_fields: showParameter.describe('body omits the bodies'),
  ordering: orderingParameter.describe(
    `${orderings.join(', ')}; with a leading - descending. Default creation_date. subject ignores case, then compares code points; status goes ${emailStatuses.join(', ')}; email_type ${emailTypes.join(', ')}; stage has drafts first, then what has still to go out, then the rest, each newest first`,
  ),
});
export type EmailFilters = z.output<typeof emailFilters>;

/**
 * Lists a page of the emails that pass all filters, and their total (unknown, and 0, after the last page). An unknown value matches
 * nothing. If `excluded_fields` names the body, the bodies are not read, and are empty.
 */
export async function listEmails(
  db: Database,
  newsletter_key: number,
  filters: EmailFilters,
): Promise<{ results: ShowableEmail[]; count: number }> {
  const withoutBody = filters.excluded_fields?.includes('body') ?? false;
  const { column, direction } = orderingOf(filters.ordering, orderings, 'creation_date');
  const chosen = await selectEmails(db, newsletter_key, filters);
  const matching =
    column === 'opens' || column === 'clicks'
      ? chosen.select(reactions(column).as('place'))
      : chosen.select(placeOf(column).as('place'));
  const place = (order: OrderByItemBuilder) => (direction === 'asc' ? order.asc() : order.desc().nullsLast());
  // Ordered by creation date, the page is read from the index. Any other order, and a search, reads all matching emails
  // once.
  const walksIndex = column === 'creation_date' && filters.subject === undefined;
  const statement = db
    .with(
      cte => (walksIndex ? cte('matching').notMaterialized() : cte('matching').materialized()),
      () => matching.select('emails.key'),
    )
    .with('page', cte =>
      cte
        .selectFrom('matching')
        .selectAll()
        .orderBy('place', place)
        .orderBy('key', direction)
        .limit(filters.page_size)
        .offset((filters.page - 1) * filters.page_size),
    )
    .selectFrom('page')
    .innerJoin('emails', 'emails.key', 'page.key')
    .select(shownButBody)
    // Reading a page of bodies takes as long as everything else together.
    .select(withoutBody ? sql<string>`''`.as('body') : 'emails.body')
    .select(eb =>
      eb
        .selectFrom('matching')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('count'),
    )
    .orderBy('place', place)
    .orderBy('page.key', direction)
    .compile();
  // Most clients list without filters. For them the statement is prepared, because planning takes a quarter of its time.
  const rows = isFiltered(filters)
    ? (await db.executeQuery(statement)).rows
    : await runPrepared(db, statement);
  return { results: rows, count: rows[0]?.count ?? 0 };
}

function placeOf(column: Exclude<(typeof orderings)[number], 'opens' | 'clicks'>): RawBuilder<unknown> {
  if (column === 'subject') return sql`array[lower(subject), subject] collate "C"`;
  if (column !== 'stage') return sql.ref(`emails.${column}`);
  // The stage comes first: its weight is greater than any time in seconds.
  return sql`(case when status = 'draft' then 0 when status = any(${[...waiting]}::email_status[]) then 1 else 2 end) * 1e12
    - extract(epoch from coalesce(publish_date, creation_date))`;
}

const waiting = ['scheduled', 'about_to_send', 'in_flight', 'errored'] as const satisfies EmailStatus[];

function isFiltered({ page, page_size, ordering, excluded_fields, ...filters }: EmailFilters): boolean {
  return Object.values(filters).some(filter => filter !== undefined);
}

const shownButBody = shownColumns
  .filter(column => column !== 'body')
  .map(column => `emails.${column}` as const);

/** Returns how many people opened or clicked the email, from the counts of its own chunks; other newsletters' chunks are not read. */
function reactions(column: 'opens' | 'clicks') {
  return sql`coalesce((select sum(${sql.ref(column)}) from delivery_chunks where email_key = emails.key), 0)`;
}

/** Selects the emails that pass all filters, as a query without its columns. */
export async function selectEmails(
  db: Database,
  newsletter_key: number,
  filters: Omit<EmailFilters, keyof Page>,
) {
  let query = db.selectFrom('emails').where('newsletter_key', '=', newsletter_key);
  if (hasEmptyFilter(filters)) return query.where(sql<boolean>`false`);
  if (filters.status)
    query = query.where(
      'status',
      '=',
      sql<EmailStatus>`any(${known(filters.status, emailStatuses)}::email_status[])`,
    );
  else query = query.where('status', '<>', 'deleted');
  if (filters['-status'])
    query = query.where(
      'status',
      '<>',
      sql<EmailStatus>`all(${known(filters['-status'], emailStatuses)}::email_status[])`,
    );
  if (filters.email_type)
    query = query.where(
      'email_type',
      '=',
      sql<EmailType>`any(${known(filters.email_type, emailTypes)}::email_type[])`,
    );
  if (filters.archival_mode)
    query = query.where(
      'archival_mode',
      '=',
      sql<ArchivalMode>`any(${known(filters.archival_mode, archivalModes)}::archival_mode[])`,
    );
  if (filters['-email_type'])
    query = query.where(
      'email_type',
      '<>',
      sql<EmailType>`all(${known(filters['-email_type'], emailTypes)}::email_type[])`,
    );
  if (filters.approval)
    query = query.where('approval_state', '=', sql<string>`any(${filters.approval}::text[])`);
  if (filters.source) query = query.where('source', '=', sql<string>`any(${filters.source}::text[])`);
  if (filters['-source'])
    query = query.where('source', '<>', sql<string>`all(${filters['-source']}::text[])`);
  for (const column of ['included_tags', 'excluded_tags'] as const)
    query = query.where(
      await taggedWith(db, newsletter_key, sql.ref(column), filters[column], filters[`-${column}`]),
    );
  if (filters.automations)
    query = query.where('automation_id', '=', sql<string>`any(${filters.automations.filter(isId)}::uuid[])`);
  if (filters.subject) query = query.where(containing(sql`lower(subject)`, filters.subject.toLowerCase()));
  if (filters.ids) query = query.where('id', '=', sql<string>`any(${filters.ids.filter(isId)}::uuid[])`);
  if (filters['-ids'])
    query = query.where('id', '<>', sql<string>`all(${filters['-ids'].filter(isId)}::uuid[])`);
  return query.where(({ and }) =>
    and([
      ...within(sql`creation_date`, filters.creation_date__start, filters.creation_date__end),
      ...within(sql`publish_date`, filters.publish_date__start, filters.publish_date__end),
    ]),
  );
}

function known(words: string[], all: readonly string[]): string[] {
  return words.filter(word => all.includes(word));
}
