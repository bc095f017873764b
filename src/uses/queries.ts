import { sql } from 'kysely';
import { shownName } from '../automations/definition/automation.ts';
import { listAll } from '../automations/definition/queries.ts';
import type { Database } from '../platform/database/connect.ts';
import type { FileKind } from '../platform/database/schema.ts';
import type { Page } from '../platform/http/query.ts';
import { mostListed, type Uses } from './use.ts';

/** The ids of everything that uses a thing. */
export type UseIds = {
  emails: readonly string[];
  automations?: readonly string[];
  segments?: readonly string[];
  snippets?: readonly string[];
  templates?: readonly string[];
};

/** Returns how many subscribers have each tag, by its key; tags without subscribers are missing. */
export async function countTagged(db: Database, newsletter_key: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ tag: number; count: number }>`
    select tag, count(*) as count from subscribers, unnest(tags) as tag
    where newsletter_key = ${newsletter_key} group by tag`.execute(db);
  return new Map(rows.map(({ tag, count }) => [tag, count]));
}

/** Returns the objects with these ids, with the names that people know. */
export async function nameUses(
  db: Database,
  newsletter_key: number,
  { emails, automations = [], segments = [], snippets = [], templates = [] }: UseIds,
): Promise<Uses> {
  const { rows } = await sql<Uses['emails'][number]>`
    select id, subject, status from emails
    where newsletter_key = ${newsletter_key} and id = any(${emails}::uuid[])
    order by key desc limit ${mostListed}`.execute(db);
  const following = automations.length === 0 ? [] : await listAll(db, newsletter_key);
  const named = async (table: 'segments' | 'sequences' | 'snippets' | 'templates', ids: readonly string[]) =>
    ids.length === 0
      ? []
      : db
          .selectFrom(table)
          .select(['id', 'name'])
          .where('newsletter_key', '=', newsletter_key)
          .where('id', '=', sql<string>`any(${ids}::uuid[])`)
          .orderBy('name')
          .limit(mostListed)
          .execute();
  return {
    emails: rows,
    email_count: emails.length,
    automations: [
      ...following
        .filter(({ id }) => automations.includes(id))
        .slice(0, mostListed)
        .map(automation => ({ id: automation.id, kind: 'feed' as const, name: shownName(automation) })),
      ...(await named('sequences', automations)).map(one => ({ ...one, kind: 'event' as const })),
    ],
    segments: await named('segments', segments),
    snippets: await named('snippets', snippets),
    templates: await named('templates', templates),
  };
}

/** Finds everything that names the snippet with this identifier. Deleted emails do not count. */
export async function findUsesOfSnippet(
  db: Database,
  newsletter_key: number,
  identifier: string,
): Promise<UseIds> {
  const place = `\\{\\{-?\\s*snippets\\.${identifier}\\s*-?\\}\\}`;
  // The first condition is exactly the expression of the index emails_snippets.
  const emails = await sql<{ id: string }>`
    select id from emails
    where newsletter_key = ${newsletter_key} and position('snippets.' in body || custom_teaser || coalesce(ab_test::text, '')) > 0
      and status <> 'deleted' and body || custom_teaser || coalesce(ab_test::text, '') ~ ${place}`.execute(
    db,
  );
  const automations = await sql<{ id: string }>`
    select id from automations where newsletter_key = ${newsletter_key} and body ~ ${place}`.execute(db);
  const templates = await sql<{ id: string }>`
    select id from templates where newsletter_key = ${newsletter_key} and body ~ ${place}`.execute(db);
  return {
    emails: idsOf(emails.rows),
    automations: idsOf(automations.rows),
    templates: idsOf(templates.rows),
  };
}

/** Every place that shows or has a file, as rows of the place's kind and id, and the id of the file. */
const places = (newsletter_key: number) => sql`
  texts as (
    select 'email' as kind, id, body || custom_teaser || coalesce(ab_test::text, '') || image as text from emails
    where newsletter_key = ${newsletter_key} and status <> 'deleted'
    union all
    select 'automation', id, body from automations where newsletter_key = ${newsletter_key}
    union all
    select 'snippet', id, content from snippets where newsletter_key = ${newsletter_key}
    union all
    select 'template', id, body from templates where newsletter_key = ${newsletter_key}
    union all
    select 'newsletter', id,
      concat_ws(' ', description, sign_up_text, premium_text, confirmation_text, welcome_body, gift_text, ending_text,
        ended_text, header_image)
    from newsletters where key = ${newsletter_key}
  ), places as (
    select distinct kind, id, found[1] as file_id from texts, regexp_matches(text, '/files/([0-9a-f-]{36})', 'g') as found
    where position('/files/' in text) > 0
    union
    select 'email', emails.id, attachment from emails, jsonb_array_elements_text(attachments) as attachment
    where newsletter_key = ${newsletter_key} and status <> 'deleted'
  )`;

type StoredFile = {
  id: string;
  kind: FileKind;
  name: string;
  size: number;
  use_count: number;
  creation_date: string;
};

/**
 * Lists a page of the newsletter's files of these kinds, latest first, with how often each is used. `unused` selects files that nothing
 * uses (true) or that something uses (false).
 */
export async function listFiles(
  db: Database,
  newsletter_key: number,
  { kind, unused, page, page_size }: Page & { kind: string[] | undefined; unused: boolean | undefined },
): Promise<{ results: StoredFile[]; count: number; size: number }> {
  const { rows } = await sql<StoredFile & { count: number; total_size: number }>`
    with ${places(newsletter_key)}, used as (
      select key, files.id, files.kind, name, size, creation_date, count(places.id) as use_count
      from files left join places on places.file_id = files.id::text
      where newsletter_key = ${newsletter_key} and (${kind ?? null}::text[] is null or files.kind::text = any(${kind ?? null}))
      group by key
    ), wanted as (
      select * from used where coalesce((use_count = 0) = ${unused ?? null}::boolean, true)
    )
    select id, kind, name, size, creation_date, use_count, count(*) over () as count,
      (sum(size) over ())::float8 as total_size
    from wanted order by key desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  const { count = 0, total_size = 0 } = rows[0] ?? {};
  return {
    results: rows.map(({ count: _, total_size: __, ...file }) => file),
    count,
    size: total_size,
  };
}

/** Finds everything that shows or has the file. */
export async function findUsesOfFile(db: Database, newsletter_key: number, id: string): Promise<UseIds> {
  const { rows } = await sql<{ kind: string; id: string }>`
    with ${places(newsletter_key)} select kind, id from places where file_id = ${id}`.execute(db);
  const of = (kind: string) => idsOf(rows.filter(row => row.kind === kind));
  return {
    emails: of('email'),
    automations: of('automation'),
    snippets: of('snippet'),
    templates: of('template'),
  };
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
