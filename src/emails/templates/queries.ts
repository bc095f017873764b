import type { Database } from '../../platform/database/connect.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';

export const {
  insert: insertTemplate,
  find: findTemplate,
  lock: lockTemplate,
  update: updateTemplateRow,
  remove: deleteTemplateRow,
} = rowsOf('templates');

/** Lists the newsletter's templates by name. */
export async function listTemplates(db: Database, newsletter_key: number, page: Page) {
  const all = db.selectFrom('templates').where('newsletter_key', '=', newsletter_key);
  return readPage(all.selectAll().orderBy('name'), page);
}
