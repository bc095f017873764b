import { createCell } from '../../platform/cell.ts';
import { ApiFailure } from '../../platform/failure.ts';
import { words } from '../../words.ts';
import { changesOf, type Fields } from '../fields.ts';
import { changedElsewhere, type Versioned } from '../version.ts';
import type { DraftText } from './draft-text.ts';
import { newIdempotencyKey, type Sent } from './kept.ts';
import { afterFailure, mayBeSaved, type Saving, whileSaving } from './saving.ts';

const [restMilliseconds, againMilliseconds] = [1000, 5000];

type Surroundings = {
  text: DraftText;
  /** What was sent without an answer by a page that has closed. */
  unanswered: Sent | undefined;
  /** Saves changes to `saved`, or a new email, of which each key makes one. */
  send(saved: Versioned | undefined, changes: Partial<Fields>, idempotency_key: string): Promise<Versioned>;
  /** Keeps the text in this browser. False if it has no room for it. */
  keep(unanswered: Sent | undefined): boolean;
  forget(): void;
  onSaved(result: Versioned, isNew: boolean): void;
  /** Called when changes from elsewhere have been merged in. */
  onMerge(): void;
};

/**
 * Saves a text: when typing pauses, one request after the other, and again after a lost answer. What was saved elsewhere
 * meanwhile is merged in; nothing is saved while somebody has to choose.
 */
export function openSaveQueue({ text, send, keep, forget, onSaved, onMerge, ...before }: Surroundings) {
  const saving = createCell<Saving>({ state: 'saved' });
  let { unanswered } = before;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function changed() {
    const kept = keep(unanswered);
    if (text.conflict.get()) {
      saving.set({ ...saving.get(), state: 'unsaved', kept });
      return;
    }
    saving.set(whileSaving(saving.get(), kept));
    saveIn(restMilliseconds);
  }

  function saveIn(milliseconds: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void save().catch(() => {}), milliseconds);
  }

  // One after the other, so that the second request cannot overtake the first.
  function save(): Promise<Versioned> {
    clearTimeout(timer);
    const done = last.catch(() => {}).then(saveNow);
    last = done;
    return done;
  }

  async function saveNow(): Promise<Versioned> {
    const saved = text.saved();
    if (isClosed || (saved && !text.isChanged())) {
      saving.set({ state: 'saved' });
      return saved!;
    }
    // A new email that was perhaps created is sent again as it was, so that the service makes no second one.
    const repeated = saved ? undefined : unanswered;
    const sent = repeated ?? { fields: text.fields.get(), idempotency_key: newIdempotencyKey() };
    saving.set(whileSaving(saving.get()));
    try {
      if (text.conflict.get()) throw new ApiFailure(412, { detail: words.conflict.undecided });
      if (!saved) {
        // The page may close before the answer is here.
        unanswered = sent;
        keep(unanswered);
      }
      const result = await send(saved, changesOf(text.base(), sent.fields), sent.idempotency_key);
      forget();
      unanswered = undefined;
      text.remember(result, sent.fields);
      if (text.isChanged()) keep(unanswered);
      onSaved(result, !saved);
      saving.set({ state: text.isChanged() ? 'saving' : 'saved' });
      return repeated && text.isChanged() ? saveNow() : result;
    } catch (error) {
      const current = changedElsewhere(error);
      if (current) {
        takeIn(current);
        if (!text.conflict.get()) return saveNow();
      }
      const isAnswered = !mayBeSaved(error);
      if (!isAnswered) unanswered = sent;
      else if (!saved) unanswered = undefined;
      saving.set(afterFailure(error, keep(unanswered)));
      if (!isAnswered) saveIn(againMilliseconds);
      throw error;
    }
  }

  function takeIn(current: Versioned) {
    if (text.takeIn(current, unanswered?.fields)) onMerge();
    if (text.conflict.get()) saving.set({ state: 'unsaved', kept: true });
  }

  return {
    saving,
    /** The text has changed: it is kept, and saved when typing pauses. */
    changed,
    /** Saves unsaved changes now and returns the email. Throws the API's refusal. */
    save,
    /** Merges in what was saved elsewhere. */
    takeIn,
    /** Nothing is saved any more. */
    close() {
      clearTimeout(timer);
      isClosed = true;
    },
  };
}
