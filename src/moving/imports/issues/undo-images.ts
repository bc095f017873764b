import { sql } from 'kysely';
import { deleteFileRow } from '../../../emails/files/queries.ts';
import { deleteShaped } from '../../../emails/files/shaped.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import type { Import } from '../import.ts';

/**
 * Deletes the images that the import copied and that nothing in the newsletter shows. Their bytes are deleted first, so that a crash leaves
 * none behind. Returns how many remain because something shows them.
 */
export async function undoImages(db: Database, store: FileStore, row: Import): Promise<number> {
  const { unused, used } = await sortImages(db, row);
  for (const { id, key } of unused) {
    await store.delete(id);
    await deleteShaped(store, id);
    await deleteFileRow(db, key);
  }
  await sql`delete from import_files where import_key = ${row.key}`.execute(db);
  return used;
}

/** Finds which images are shown: everything that may show an image is searched once for the addresses of files. */
async function sortImages(
  db: Database,
  { key, newsletter_key }: Import,
): Promise<{ unused: { id: string; key: number }[]; used: number }> {
  const { rows } = await sql<{ id: string; key: number; is_used: boolean }>`
    with shown as materialized (
      select distinct lower(address[1]) as id
      from (
        select body || custom_teaser || coalesce(ab_test::text, '') || image from emails where newsletter_key = ${newsletter_key} and status <> 'deleted'
        union all
        select email_revisions.body from email_revisions join emails on emails.key = email_key
        where newsletter_key = ${newsletter_key} and status <> 'deleted'
        union all select content from snippets where newsletter_key = ${newsletter_key}
        union all select body from templates where newsletter_key = ${newsletter_key}
        union all select automations::text from automations where newsletter_key = ${newsletter_key}
        union all select newsletters::text from newsletters where key = ${newsletter_key}
      ) place (text)
      cross join lateral regexp_matches(text, '/files/([0-9a-fA-F-]{36})/', 'g') address
    )
    select files.id, files.key, exists (select from shown where shown.id = files.id::text) as is_used
    from import_files join files on files.id = file_id where import_key = ${key} order by files.key`.execute(
    db,
  );
  const unused = rows.filter(({ is_used }) => !is_used);
  return { unused, used: rows.length - unused.length };
}
