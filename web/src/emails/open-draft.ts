import type { QueryClient } from '@tanstack/react-query';
import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { createCell } from '../platform/cell.ts';
import { ApiFailure } from '../platform/failure.ts';
import { words } from '../words.ts';
import type { Draft } from './draft.ts';
import { changesOf, type Fields, fieldsOf, type Merged, mergeFields, needsChoice } from './fields.ts';
import { forgetKept, keep, newIdempotencyKey, readKept, type Sent } from './kept.ts';
import {
  changedElsewhere,
  emailQuery,
  fetchEmail,
  forgetEmails,
  saveEmail,
  type Versioned,
} from './queries.ts';
import { afterFailure, mayBeSaved, type Saving, whileSaving } from './saving.ts';

const [restMilliseconds, againMilliseconds] = [1000, 5000];

type Opening = {
  here: Here;
  queryClient: QueryClient;
  email: Versioned | undefined;
  onCreate: (email: Email) => void;
  /** Called when changes from elsewhere have been taken in. */
  onMerge: () => void;
};

/** The draft of `email`, or of a new one that the first save creates, which calls `onCreate`. */
export function openDraft({ here, queryClient, email, onCreate, onMerge }: Opening): Draft {
  let saved: Versioned | undefined = email;
  let from = fieldsOf(email);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<Email> | undefined;
  /** What was sent without an answer: it may be saved. */
  let unanswered: Sent | undefined;
  let isGone = false;
  const fields = createCell(from);
  const saving = createCell<Saving>({ state: 'saved' });
  const conflict = createCell<Merged | undefined>(undefined);
  const place = () => saved?.id ?? 'new';
  const keepHere = () => keep(here, place(), { fields: fields.get(), base: from, unanswered });
  const isChanged = (before = from, after = fields.get()) => Object.keys(changesOf(before, after)).length > 0;

  const trySave = () => void save().catch(() => {});
  const saveLater = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(trySave, milliseconds);
  };

  function change(changes: Partial<Fields>) {
    fields.set({ ...fields.get(), ...changes });
    const kept = keepHere();
    if (conflict.get()) return;
    saving.set(whileSaving(saving.get(), kept));
    saveLater(restMilliseconds);
  }

  // One after the other, so that the second request cannot overtake the first.
  function save(): Promise<Email> {
    clearTimeout(timer);
    const done = (last ?? Promise.resolve()).catch(() => {}).then(() => saveNow());
    last = done;
    return done;
  }

  async function saveNow(): Promise<Email> {
    if (isGone || (saved && !isChanged())) {
      saving.set({ state: 'saved' });
      return saved!;
    }
    const isNew = saved === undefined;
    // A new email that was perhaps created is sent again as it was, so that the service makes no second one.
    const repeated = isNew ? unanswered : undefined;
    const { fields: sent, idempotency_key } = repeated ?? {
      fields: fields.get(),
      idempotency_key: newIdempotencyKey(),
    };
    saving.set(whileSaving(saving.get()));
    try {
      if (conflict.get()) throw new ApiFailure(412, { detail: words.conflict.undecided });
      if (isNew) {
        // The page may close before the answer is here.
        unanswered = { fields: sent, idempotency_key };
        keepHere();
      }
      const result = await saveEmail(here, saved, changesOf(from, sent), idempotency_key);
      forgetKept(here, place());
      remember(result, sent);
      if (isChanged()) keepHere();
      if (isNew) onCreate(result);
      saving.set({ state: isChanged() ? 'saving' : 'saved' });
      return repeated && isChanged() ? saveNow() : result;
    } catch (error) {
      const current = changedElsewhere(error);
      if (current) {
        takeIn(current);
        if (!conflict.get()) return saveNow();
      }
      const isAnswered = !mayBeSaved(error);
      if (!isAnswered) unanswered = { fields: sent, idempotency_key };
      else if (isNew) unanswered = undefined;
      saving.set(afterFailure(error, keepHere()));
      if (!isAnswered) saveLater(againMilliseconds);
      throw error;
    }
  }

  /** The email is saved as `result`. What the service chose itself, such as the slug, counts as written here. */
  function remember(result: Versioned, sent: Fields) {
    saved = result;
    unanswered = undefined;
    const now = fieldsOf(result);
    const typed = changesOf(sent, fields.get());
    from = { ...now, subject: sent.subject.trim() === '' ? sent.subject : now.subject };
    fields.set({ ...from, ...typed });
    queryClient.setQueryData(emailQuery(here, result.id).queryKey, result);
    void forgetEmails(here, queryClient);
  }

  /** Merges what was changed here into a version that was saved elsewhere. */
  function takeIn(current: Versioned) {
    const theirs = fieldsOf(current);
    // Only the answer was lost: what was saved is our own text.
    if (unanswered && !isChanged(theirs, unanswered.fields)) from = theirs;
    const merged = mergeFields(from, fields.get(), theirs);
    saved = current;
    if (needsChoice(merged)) {
      conflict.set(merged);
      saving.set({ state: 'unsaved', kept: true });
      return;
    }
    if (isChanged(from, theirs)) onMerge();
    from = theirs;
    fields.set(merged.fields);
  }

  async function refresh() {
    if (!saved || conflict.get() || isGone || saving.get().state === 'saving') return;
    const current = await fetchEmail(here, saved.id).catch(() => undefined);
    if (!current || conflict.get() || current.etag === saved.etag) return;
    queryClient.setQueryData(emailQuery(here, current.id).queryKey, current);
    takeIn(current);
    if (!conflict.get() && isChanged()) saveLater(restMilliseconds);
  }

  function settle(chosen: Fields) {
    const merged = conflict.get();
    if (!merged) return;
    conflict.set(undefined);
    from = merged.theirs;
    fields.set(chosen);
    trySave();
  }

  function restore(): boolean {
    const kept = readKept(here, place());
    for (const one of saved ? kept : kept.slice(-1)) {
      const merged = mergeFields(one.base, one.fields, fields.get());
      if (needsChoice(merged) && !conflict.get()) conflict.set(merged);
      fields.set(merged.fields);
      if (!saved) unanswered = one.unanswered;
    }
    // Text that is saved must not come back after somebody has deleted it.
    forgetKept(here, place(), true);
    if (!isChanged() && !conflict.get()) return false;
    saving.set({ state: conflict.get() ? 'unsaved' : 'saving', kept: keepHere() });
    if (!conflict.get()) saveLater(restMilliseconds);
    return true;
  }

  return {
    fields,
    saving,
    conflict,
    change,
    save,
    leave: () => isChanged() && !conflict.get() && trySave(),
    refresh,
    settle,
    discard() {
      clearTimeout(timer);
      isGone = true;
    },
    restored: restore(),
  };
}
