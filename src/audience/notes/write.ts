import type { Caller } from '../../accounts/caller.ts';
import { recordEvent } from '../../journal/record.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { lockSubscriber } from '../subscribers/queries.ts';
import { mostNotes, type noteCreate } from './note.ts';
import { countNotes, deleteNoteRow, insertNote, lockNote, readSubscriberId } from './queries.ts';

/** Notes something about a subscriber. Returns the note's id. Throws `not_found`, and `too_many_notes`. */
export async function writeNote(
  db: Database,
  { newsletter, by }: Pick<Caller, 'newsletter' | 'by'>,
  { body, model_id, metadata }: (typeof noteCreate)['_output'],
): Promise<string> {
  return inTransaction(db, async trx => {
    const subscriber = found(await lockSubscriber(trx, newsletter.key, model_id), 'subscriber');
    if ((await countNotes(trx, subscriber.key)) >= mostNotes)
      throw domainError('too_many_notes', 'audience.too_many_notes', { most: mostNotes });
    const row = { newsletter_key: newsletter.key, subscriber_key: subscriber.key, written_by: by };
    const id = newId();
    await insertNote(trx, { ...row, id, body, metadata: JSON.stringify(metadata) });
    await tell(trx, 'note.created', newsletter.key, subscriber.id, id);
    return id;
  });
}

/** Deletes the note. Throws `not_found`. */
export async function deleteNote(db: Database, newsletter_key: number, id: string): Promise<void> {
  await inTransaction(db, async trx => {
    const note = found(await lockNote(trx, newsletter_key, id), 'note');
    await tell(trx, 'note.deleted', newsletter_key, await readSubscriberId(trx, note.subscriber_key), id);
    await deleteNoteRow(trx, note.key);
  });
}

async function tell(
  trx: Database,
  event_type: 'note.created' | 'note.deleted',
  newsletter_key: number,
  subscriber_id: string,
  note_id: string,
): Promise<void> {
  await recordEvent(trx, newsletter_key, { event_type, subscriber_id, data: { note_id } });
}
