import { type Database, inTransaction, violates } from '../platform/database/connect.ts';
import { DomainError, notFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { deleteTagRow, findTag, findUsesOfTag, insertTag, lockTag, updateTagRow } from './queries.ts';
import type { Tag, TagCreate, TagUpdate } from './tag.ts';

/** Makes a tag. Throws `name_already_exists` when the newsletter has one of that name, in whatever case. */
export async function createTag(db: Database, newsletter_key: number, input: TagCreate): Promise<Tag> {
  return insertTag(db, { ...input, id: newId(), newsletter_key }).catch(error =>
    refuseTakenName(error, input.name),
  );
}

/** Changes what `changes` names. Throws `not_found`, `name_already_exists`. */
export async function updateTag(
  db: Database,
  newsletter_key: number,
  id: string,
  changes: TagUpdate,
): Promise<Tag> {
  if (!(await findTag(db, newsletter_key, id))) throw notFound('tag');
  const tag = await updateTagRow(db, newsletter_key, id, changes).catch(error =>
    refuseTakenName(error, changes.name),
  );
  if (!tag) throw notFound('tag');
  return tag;
}

/**
 * Deletes the tag. Subscribers and sent emails keep its key, which names nothing any more and is passed over.
 * Throws `tag_in_use`, with the ids, while an automation names it, or an email that could still go out: without the tag it would go to all.
 */
export async function deleteTag(db: Database, newsletter_key: number, id: string): Promise<void> {
  if (!(await findTag(db, newsletter_key, id))) throw notFound('tag');
  await inTransaction(db, async trx => {
    const tag = await lockTag(trx, newsletter_key, id);
    if (!tag) throw notFound('tag');
    const { emails, automations } = await findUsesOfTag(trx, newsletter_key, tag.key);
    if (emails.length > 0 || automations.length > 0) {
      const detail = `${emails.length} unsent emails and ${automations.length} automations name this tag and would mail everybody without it. Change or delete them first.`;
      throw new DomainError('tag_in_use', detail, {
        email_ids: emails.slice(0, 100).join(','),
        automation_ids: automations.slice(0, 100).join(','),
      });
    }
    await deleteTagRow(trx, tag.key);
  });
}

function refuseTakenName(error: unknown, name: string | undefined): never {
  if (!violates(error, 'tags_name_unique')) throw error;
  throw new DomainError(
    'name_already_exists',
    `name: a tag called ${name} exists already (case does not matter).`,
  );
}
