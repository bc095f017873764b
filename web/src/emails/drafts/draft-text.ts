import { createCell } from '../../platform/cell.ts';
import { changesOf, type Fields, fieldsOf, type Merged, mergeFields, needsChoice } from '../fields.ts';
import type { Versioned } from '../version.ts';
import type { Kept } from './kept.ts';

export type DraftText = ReturnType<typeof openText>;

/** Opens the text of `email`, or of a new one: the text as it stands here, and the saved version that it started from. */
export function openText(email: Versioned | undefined) {
  let saved = email;
  let base = fieldsOf(email);
  const fields = createCell(base);
  /** Changes made both here and elsewhere, until somebody has chosen between them. */
  const conflict = createCell<Merged | undefined>(undefined);

  return {
    fields,
    conflict,
    saved: () => saved,
    base: () => base,
    isChanged: () => isChanged(base, fields.get()),

    change(changes: Partial<Fields>) {
      fields.set({ ...fields.get(), ...changes });
    },

    /** Stores the typed body without rendering. Components learn of it when `fields` notifies them. */
    type(body: string) {
      fields.setQuietly({ ...fields.get(), body });
    },

    /** Puts back the text that this browser has kept. */
    putBack(kept: Kept) {
      const merged = mergeFields(kept.base, kept.fields, fields.get());
      if (needsChoice(merged) && !conflict.get()) conflict.set(merged);
      fields.set(merged.fields);
    },

    /** Records that `sent` was saved as `result`. A value that the service chose, such as the slug, counts as written here. */
    remember(result: Versioned, sent: Fields) {
      const now = fieldsOf(result);
      const typed = changesOf(sent, fields.get());
      saved = result;
      base = { ...now, subject: sent.subject.trim() === '' ? sent.subject : now.subject };
      fields.set({ ...base, ...typed });
    },

    /**
     * Merges in a version that was saved elsewhere, or makes a conflict of it. `unanswered` was sent from here, but its answer was lost.
     * Returns true if the text has changed without a question.
     */
    takeIn(current: Versioned, unanswered: Fields | undefined): boolean {
      const theirs = fieldsOf(current);
      // Only the answer was lost: the saved version is our own text.
      if (unanswered && !isChanged(theirs, unanswered)) base = theirs;
      const merged = mergeFields(base, fields.get(), theirs);
      saved = current;
      if (needsChoice(merged)) {
        conflict.set(merged);
        return false;
      }
      const isNews = isChanged(base, theirs);
      base = theirs;
      fields.set(merged.fields);
      return isNews;
    },

    /** Continues with the choice made in the conflict. */
    settle(chosen: Fields) {
      base = conflict.get()?.theirs ?? base;
      conflict.set(undefined);
      fields.set(chosen);
    },
  };
}

function isChanged(before: Fields, after: Fields): boolean {
  return Object.keys(changesOf(before, after)).length > 0;
}
