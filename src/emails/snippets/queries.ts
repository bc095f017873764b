import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import { type Snippet, snippetPlace } from './snippet.ts';

export const {
  insert: insertSnippet,
  find: findSnippet,
  lock: lockSnippet,
  update: updateSnippetRow,
  remove: deleteSnippetRow,
} = rowsOf('snippets');

export async function listSnippets(db: Database, newsletter_key: number, page: Page) {
  const all = db.selectFrom('snippets').where('newsletter_key', '=', newsletter_key);
  return readPage(all.selectAll().orderBy('key'), page);
}

/** Lists the newsletter's snippets with these identifiers, oldest first. */
export async function listSnippetsNamed(
  db: Database,
  newsletter_key: number,
  identifiers: string[],
): Promise<Pick<Snippet, 'identifier' | 'content' | 'changed_by'>[]> {
  return db
    .selectFrom('snippets')
    .select(['identifier', 'content', 'changed_by'])
    .where('newsletter_key', '=', newsletter_key)
    .where('identifier', '=', sql<string>`any(${identifiers}::text[])`)
    .orderBy('key')
    .execute();
}

/** Counts the emails (except deleted ones) and automations that name each snippet. Unused snippets are omitted. */
export async function countReferences(
  db: Database,
  newsletter_key: number,
  identifiers: string[],
): Promise<Map<string, number>> {
  // This must be exactly the expression of the index emails_snippets.
  const { rows } = await sql<{ identifier: string; count: number }>`
    with texts as (
      select 'email ' || key as id, body || custom_teaser || coalesce(ab_test::text, '') as text from emails
      where newsletter_key = ${newsletter_key} and position('snippets.' in body || custom_teaser || coalesce(ab_test::text, '')) > 0
        and status <> 'deleted'
      union all
      select 'automation ' || key, body from automations where newsletter_key = ${newsletter_key}
    )
    select found[1] as identifier, count(distinct id) as count
    from texts, regexp_matches(text, ${snippetPlace.source}, 'g') as found
    where found[1] = any(${identifiers}::text[])
    group by 1`.execute(db);
  return new Map(rows.map(row => [row.identifier, row.count]));
}
