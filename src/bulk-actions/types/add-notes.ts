import { z } from 'zod';
import { addNotes as addToNotes, mostNotes } from '../../audience/subscribers/notes.ts';
import { text } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { done, failed } from './result.ts';
import { bulkType } from './type.ts';

/** Adds a paragraph to the notes of subscribers. */
export const addNotes = bulkType({
  acts_on: 'subscribers',
  needs: ['subscribers'],
  without_ids: 'everything',
  metadata: z.object({ notes: text(mostNotes).regex(/\S/, sentence('input.not_empty')) }),
  settle: async (_trx, _newsletter, settings) => settings,
  group: 500,
  async work(trx, _context, newsletter, { notes }: { notes: string }, targets) {
    const keys = targets.map(({ key }) => key);
    const { before, changed } = await addToNotes(trx, newsletter.key, keys, notes);
    const tooLong = failed('request_invalid', sentence('bulk_actions.notes_too_long', { most: mostNotes }));
    return new Map([...before.keys()].map(key => [key, changed.has(key) ? done : tooLong]));
  },
});
