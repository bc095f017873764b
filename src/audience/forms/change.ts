import { type Author, refuseBounded } from '../../accounts/content.ts';
import { recordEvent } from '../../journal/record.ts';
import { onlyChanges } from '../../platform/changes.ts';
import { type Database, inTransaction, violates } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { tagIdsOf } from '../tags/resolve.ts';
import type { Form, FormCreate, FormUpdate } from './form.ts';
import { deleteFormRow, insertForm, lockForm, updateFormRow } from './queries.ts';

/**
 * Creates a form. Throws `slug_invalid` if another form has the slug, `tag_invalid` for an unknown tag, and `forbidden` for an author
 * with bounds, because everybody can see forms.
 */
export async function createForm(
  db: Database,
  newsletter_key: number,
  input: FormCreate,
  author: Author,
): Promise<Form> {
  demandUnbounded(author);
  return inTransaction(db, async trx => {
    const tags = await tagIdsOf(trx, newsletter_key, input.tags, 'tags');
    const row = { ...input, tags, fields: JSON.stringify(input.fields), id: newId(), newsletter_key };
    const form = await insertForm(trx, row).catch(error => refuseTaken(error, input.slug));
    await tell(trx, 'form.created', form);
    return form;
  });
}

/** Applies `changes`. Throws `not_found`, and like createForm. */
export async function updateForm(
  db: Database,
  newsletter_key: number,
  id: string,
  changes: FormUpdate,
  author: Author,
): Promise<Form> {
  demandUnbounded(author);
  return inTransaction(db, async trx => {
    const form = found(await lockForm(trx, newsletter_key, id), 'form');
    const tags = changes.tags && (await tagIdsOf(trx, newsletter_key, changes.tags, 'tags'));
    const { fields, ...wanted } = onlyChanges(form, { ...changes, tags });
    if (Object.keys(wanted).length === 0 && fields === undefined) return form;
    const row = { ...wanted, ...(fields && { fields: JSON.stringify(fields) }) };
    const after = await updateFormRow(trx, form.key, row).catch(error => refuseTaken(error, changes.slug));
    await tell(trx, 'form.updated', form, { fields: Object.keys(row).toSorted() });
    return after;
  });
}

/** Deletes the form; people who signed up with it stay. Throws `not_found`, and `forbidden` as createForm. */
export async function deleteForm(
  db: Database,
  newsletter_key: number,
  id: string,
  author: Author,
): Promise<void> {
  demandUnbounded(author);
  await inTransaction(db, async trx => {
    const form = found(await lockForm(trx, newsletter_key, id), 'form');
    await deleteFormRow(trx, form.key);
    await tell(trx, 'form.deleted', form);
  });
}

async function tell(
  trx: Database,
  event_type: 'form.created' | 'form.updated' | 'form.deleted',
  { newsletter_key, id }: Form,
  more: object = {},
): Promise<void> {
  await recordEvent(trx, newsletter_key, { event_type, data: { form_id: id, ...more } });
}

function demandUnbounded(author: Author): void {
  refuseBounded(author, sentence('people.why_form'));
}

function refuseTaken(error: unknown, slug: string | undefined): never {
  if (!violates(error, 'forms_slug_unique')) throw error;
  throw domainError('slug_invalid', 'audience.form_slug_taken', { slug });
}
