import { type Author, demandContent } from '../../accounts/content.ts';
import { onlyChanges } from '../../platform/changes.ts';
import { type Database, inTransaction, violates } from '../../platform/database/connect.ts';
import { DomainError, domainError, found } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { settleFilter } from '../filter/settle.ts';
import { normalName } from '../tags/tag.ts';
import {
  deleteSegmentRow,
  findRequestersOf,
  findUsesOfSegment,
  insertSegment,
  lockSegment,
  updateSegmentRow,
} from './queries.ts';
import type { Segment, SegmentCreate, SegmentUpdate } from './segment.ts';

/** Creates a segment. Throws `name_already_exists`, `tag_invalid`, and `filter_invalid` for an unknown email. */
export async function createSegment(
  db: Database,
  newsletter_key: number,
  { name, description, filters }: SegmentCreate,
  { by }: Pick<Author, 'by'>,
): Promise<Segment> {
  return inTransaction(db, async trx =>
    insertSegment(trx, {
      id: newId(),
      newsletter_key,
      name,
      normal_name: normalName(name),
      description,
      changed_by: by,
      filters: JSON.stringify(await settleFilter(trx, newsletter_key, filters, 'filter_invalid')),
    }).catch(error => refuseTaken(error, name)),
  );
}

/**
 * Changes the fields in `changes`. Emails and automations that use the segment get its new filters from then on, except for emails being
 * sent. Throws `not_found`, the errors of createSegment, and `forbidden` if the author's bounds do not allow them to change the recipients
 * of mail.
 */
export async function updateSegment(
  db: Database,
  newsletter_key: number,
  id: string,
  { name, description, filters }: SegmentUpdate,
  author: Author,
): Promise<Segment> {
  return inTransaction(db, async trx => {
    const segment = found(await lockSegment(trx, newsletter_key, id), 'segment');
    const settled =
      filters && (await settleFilter(trx, newsletter_key, filters, 'filter_invalid', segment.filters));
    const wanted = onlyChanges(segment, { name, description, filters: settled });
    if (Object.keys(wanted).length === 0) return segment;
    if (wanted.filters !== undefined)
      await demandContent(trx, author, () => findRequestersOf(trx, segment), sentence('people.why_segment'));
    return updateSegmentRow(trx, segment.key, {
      ...wanted,
      ...(wanted.name !== undefined && { normal_name: normalName(wanted.name) }),
      ...(wanted.filters !== undefined && {
        filters: JSON.stringify(wanted.filters),
        changed_by: author.by,
      }),
    }).catch(error => refuseTaken(error, name));
  });
}

/**
 * Deletes the segment. Throws `not_found`, and `segment_in_use`, with the ids, while an email or automation that can still send uses it.
 */
export async function deleteSegment(db: Database, newsletter_key: number, id: string): Promise<void> {
  await inTransaction(db, async trx => {
    const segment = found(await lockSegment(trx, newsletter_key, id), 'segment');
    const { emails, automations } = await findUsesOfSegment(trx, segment);
    if (emails.length + automations.length > 0)
      throw new DomainError(
        'segment_in_use',
        sentence('audience.segment_in_use', { emails: emails.length, automations: automations.length }),
        {
          email_ids: emails.slice(0, 100).join(','),
          automation_ids: automations.slice(0, 100).join(','),
        },
      );
    await deleteSegmentRow(trx, segment.key);
  });
}

function refuseTaken(error: unknown, name: string | undefined): never {
  if (!violates(error, 'segments_name_unique')) throw error;
  throw domainError('name_already_exists', 'audience.segment_taken', { name });
}
