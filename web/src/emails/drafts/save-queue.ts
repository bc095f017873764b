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
  /** A text that a page sent before it closed, without receiving an answer. */
  unanswered: Sent | undefined;
  /** Saves changes to `saved`, or creates a new email, at most one for each key. */
  send(saved: Versioned | undefined, changes: Partial<Fields>, idempotency_key: string): Promise<Versioned>;
  /** Keeps the text in this browser. Returns false if the browser has no room for it. */
  keep(unanswered: Sent | undefined): boolean;
  forget(): void;
  onSaved(result: Versioned, isNew: boolean): void;
  /** Called when changes from elsewhere have been merged in. */
  onMerge(): void;
};

/**
 * Saves a text when typing pauses, one request at a time, and again after a lost answer. Merges in versions saved elsewhere meanwhile.
 * Saves nothing while somebody has to choose.
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

  // One at a time, so that the second request cannot overtake the first.
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
    // A new email may have been created although the answer was lost. It is sent again unchanged, so that the service does not create a
    // second one.
    const repeated = saved ? undefined : unanswered;
    const sent = repeated ?? { fields: text.fields.get(), idempotency_key: newIdempotencyKey() };
    saving.set(whileSaving(saving.get()));
    try {
      if (text.conflict.get()) throw new ApiFailure(412, { detail: words.conflict.undecided });
      if (!saved) {
        // The page may close before the answer arrives.
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
    /** Keeps the changed text, and saves it when typing pauses. */
    changed,
    /** Saves unsaved changes now and returns the email. Throws the API's refusal. */
    save,
    /** Merges in a version saved elsewhere. */
    takeIn,
    /** Stops saving. */
    close() {
      clearTimeout(timer);
      isClosed = true;
    },
  };
}
