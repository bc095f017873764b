import { type Author, refuseBounded } from '../../accounts/content.ts';
import { onlyChanges } from '../../platform/changes.ts';
import { type Database, inTransaction, violates } from '../../platform/database/connect.ts';
import { DomainError, domainError, found, notFound } from '../../platform/errors.ts';
import type { Collision } from '../../platform/http/collision.ts';
import { newId } from '../../platform/ids.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import {
  deleteTagRow,
  findTag,
  findTagsNamed,
  findUsesOfTag,
  insertTag,
  lockTag,
  updateTagRow,
} from './queries.ts';
import { normalName, type Tag, type TagCreate, type TagUpdate, wholeTag } from './tag.ts';

/**
 * Creates a tag, or changes the one with this name (ignoring case): `add` changes the fields in the input, `overwrite`
 * all fields. With `refuse`, an existing name throws `name_already_exists`. Throws `forbidden` if an author with bounds would
 * change what readers see.
 */
export async function createTag(
  db: Database,
  newsletter_key: number,
  input: TagCreate,
  collision: Collision,
  author: Author,
): Promise<{ tag: Tag; created: boolean }> {
  const whole = wholeTag(input);
  const [present] = await findTagsNamed(db, newsletter_key, [input.name]);
  refuseTopic(author, present, whole);
  for (;;) {
    const created = await insertTag(db, { ...whole, id: newId(), newsletter_key });
    if (created) return { tag: created, created: true };
    if (collision === 'refuse') throw nameTaken(input.name);
    const normal_name = normalName(input.name);
    const changes = collision === 'add' ? input : whole;
    const tag = await updateTagRow(db, newsletter_key, { normal_name }, changes);
    if (tag) return { tag, created: false }; // otherwise it was deleted in between, and the name is free
  }
}

/** Applies `changes`. Throws `not_found`, `name_already_exists`, and `forbidden` as createTag. */
export async function updateTag(
  db: Database,
  newsletter_key: number,
  id: string,
  changes: TagUpdate,
  author: Author,
): Promise<Tag> {
  if (!(await findTag(db, newsletter_key, id))) throw notFound('tag');
  return inTransaction(db, async trx => {
    const tag = found(await lockTag(trx, newsletter_key, id), 'tag');
    const wanted = onlyChanges(tag, changes);
    if (Object.keys(wanted).length === 0) return tag;
    refuseTopic(author, tag, wanted);
    const changed = await updateTagRow(trx, newsletter_key, { id }, wanted).catch(error => {
      throw violates(error, 'tags_name_unique') ? nameTaken(changes.name) : error;
    });
    return changed ?? tag;
  });
}

/**
 * Deletes the tag. Subscribers and sent emails keep its key, which is ignored from then on. Throws `tag_in_use`, with the ids, while a
 * segment, an automation or an unsent email names it, because without the tag that would mail other people. Throws `forbidden` as
 * createTag.
 */
export async function deleteTag(
  db: Database,
  newsletter_key: number,
  id: string,
  author: Author | undefined,
): Promise<void> {
  if (!(await findTag(db, newsletter_key, id))) throw notFound('tag');
  await inTransaction(db, async trx => {
    const tag = found(await lockTag(trx, newsletter_key, id), 'tag');
    if (author) refuseTopic(author, tag);
    const { emails, automations, segments } = await findUsesOfTag(trx, newsletter_key, tag);
    if (emails.length + automations.length + segments.length > 0) {
      const detail = sentence('audience.tag_in_use', {
        emails: emails.length,
        automations: automations.length,
        segments: segments.length,
      });
      throw new DomainError('tag_in_use', detail, {
        email_ids: emails.slice(0, 100).join(','),
        automation_ids: automations.slice(0, 100).join(','),
        segment_ids: segments.slice(0, 100).join(','),
      });
    }
    await deleteTagRow(trx, tag.key);
  });
}

/** Throws `forbidden` if the author has bounds and the tag is a topic, because readers see topics and choose among them. */
function refuseTopic(
  author: Author,
  ...tags: (Partial<Pick<Tag, 'subscriber_editable'>> | undefined)[]
): void {
  if (tags.some(tag => tag?.subscriber_editable === true))
    refuseBounded(author, sentence('people.why_topic'));
}

function nameTaken(name: string | undefined): DomainError {
  return domainError('name_already_exists', 'audience.tag_taken', { name });
}
