import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import type { Form, formStatuses } from './form.ts';

export const {
  insert: insertForm,
  find: findForm,
  lock: lockForm,
  update: updateFormRow,
  remove: deleteFormRow,
} = rowsOf('forms');

type Status = (typeof formStatuses)[number];
export type FormFilters = {
  status?: Status[] | undefined;
  '-status'?: Status[] | undefined;
  ordering: 'creation_date' | '-creation_date';
};

export async function listForms(
  db: Database,
  newsletter_key: number,
  { status, '-status': excluded, ordering, ...page }: FormFilters & Page,
) {
  let all = db.selectFrom('forms').where('newsletter_key', '=', newsletter_key);
  if (status) all = all.where('status', 'in', status.length > 0 ? status : [null as never]);
  if (excluded?.length) all = all.where('status', 'not in', excluded);
  return readPage(all.selectAll().orderBy('key', ordering === 'creation_date' ? 'asc' : 'desc'), page);
}

/** Finds the form with this slug; undefined if the newsletter has none. */
export async function findFormAt(
  db: Database,
  newsletter_key: number,
  slug: string,
): Promise<Form | undefined> {
  return db
    .selectFrom('forms')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('slug', '=', slug)
    .executeTakeFirst();
}

export type Counts = { subscriber_count: number; confirmed_subscriber_count: number };

/** Returns how many people each of these forms has brought, by the form's id; those that brought nobody are omitted. */
export async function countPeople(
  db: Database,
  newsletter_key: number,
  ids: string[],
): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Counts & { form_id: string }>`
    select form_id, count(*)::int as subscriber_count, count(confirmation_date)::int as confirmed_subscriber_count
    from subscribers where newsletter_key = ${newsletter_key} and form_id <> '' and form_id = any(${ids}::text[])
    group by form_id`.execute(db);
  return new Map(rows.map(({ form_id, ...counts }) => [form_id, counts]));
}

/** Whether the form has brought this many people within the last hour. */
export async function hasBrought(db: Database, { newsletter_key, id }: Form, most: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from subscribers
      where newsletter_key = ${newsletter_key} and form_id = ${id} and form_id <> ''
        and creation_date > now() - interval '1 hour'
      limit ${most}) recent`.execute(db);
  return rows[0]!.count >= most;
}
