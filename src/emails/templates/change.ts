import { onlyChanges } from '../../platform/changes.ts';
import { type Database, inTransaction, violates } from '../../platform/database/connect.ts';
import { domainError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { deleteTemplateRow, insertTemplate, lockTemplate, updateTemplateRow } from './queries.ts';
import type { Template, TemplateCreate, TemplateUpdate } from './template.ts';

/** Stores a template. Throws `name_already_exists` if the newsletter has one with this name. */
export async function createTemplate(
  db: Database,
  newsletter_key: number,
  input: TemplateCreate,
): Promise<Template> {
  return insertTemplate(db, { ...input, id: newId(), newsletter_key }).catch(error =>
    refuseTaken(error, input.name),
  );
}

/** Applies `changes`. Emails that began with the template stay as they are. Throws `not_found` and `name_already_exists`. */
export async function updateTemplate(
  db: Database,
  newsletter_key: number,
  id: string,
  changes: TemplateUpdate,
): Promise<Template> {
  return inTransaction(db, async trx => {
    const template = await lockTemplate(trx, newsletter_key, id);
    if (!template) throw notFound('template');
    const wanted = onlyChanges(template, changes);
    if (Object.keys(wanted).length === 0) return template;
    return updateTemplateRow(trx, template.key, wanted).catch(error => refuseTaken(error, changes.name));
  });
}

/** Deletes the template. Emails that began with it stay as they are. Throws `not_found`. */
export async function deleteTemplate(db: Database, newsletter_key: number, id: string): Promise<void> {
  await inTransaction(db, async trx => {
    const template = await lockTemplate(trx, newsletter_key, id);
    if (!template) throw notFound('template');
    await deleteTemplateRow(trx, template.key);
  });
}

function refuseTaken(error: unknown, name: string | undefined): never {
  if (!violates(error, 'templates_name_unique')) throw error;
  throw domainError('name_already_exists', 'emails.template_name_taken', { name });
}
