import { openTagDirectory } from '../audience/tags/resolve.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Email } from './email.ts';
import { contentOf, type RevisionContent, sittingMilliseconds, sizeOf, wordsBetween } from './revision.ts';
import {
  extendSitting,
  fillRevision,
  findNewest,
  findTextBefore,
  insertRevision,
  pruneRevisions,
  type Sitting,
} from './revision-queries.ts';

/**
 * Called in the transaction that is about to change the content or settings of `email`, whose row it has locked. If the change begins a new
 * sitting (another author, a pause, a restore, or after a send), the present email is first kept as a revision.
 */
export async function keepRevision(
  trx: Database,
  email: Email,
  { by, restores, now }: { by: string | null; restores: boolean; now: Date },
): Promise<void> {
  const date = now.toISOString();
  const { is_stored, ...newest } = await findNewest(trx, email.key);
  const isOpen = newest.kept_for === null || newest.kept_for === 'review';
  const sitting = { ...newest, kept_for: isOpen && wasSentSince(newest, email) ? 'send' : newest.kept_for };
  const goesOn =
    sitting.kept_for === null &&
    !restores &&
    sitting.written_by === by &&
    now.getTime() - Date.parse(sitting.end_date) < sittingMilliseconds;
  if (goesOn) {
    if (is_stored) await extendSitting(trx, email.key, sitting.number, date);
    else await insertRevision(trx, { ...sitting, email_key: email.key, end_date: date });
    return;
  }
  const content = contentOf(email, await openTagDirectory(trx, email.newsletter_key));
  const filled = {
    ...content,
    ...(await measure(trx, email.key, sitting.number, content)),
    settings: JSON.stringify(content.settings),
    kept_for: sitting.kept_for ?? (restores ? 'restore' : 'sitting'),
  };
  if (is_stored) await fillRevision(trx, email.key, sitting.number, filled);
  else await insertRevision(trx, { ...sitting, email_key: email.key, ...filled });
  await insertRevision(trx, {
    email_key: email.key,
    number: sitting.number + 1,
    written_by: by,
    begin_date: date,
    end_date: date,
  });
  await pruneRevisions(trx, email.key);
}

/** Whether the email went out by itself after the sitting. A scheduled email can change until then. */
function wasSentSince({ end_date }: Pick<Sitting, 'end_date'>, { status, publish_date }: Email): boolean {
  const isMailed = status === 'in_flight' || status === 'sent';
  return isMailed && publish_date !== null && Date.parse(end_date) <= Date.parse(publish_date);
}

/** Measures a revision's content, and how it differs from the revision before. */
export async function measure(db: Database, email_key: number, number: number, content: RevisionContent) {
  return {
    size: sizeOf(content),
    ...wordsBetween(await findTextBefore(db, email_key, number), content),
  };
}
