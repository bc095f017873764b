import type { QueryClient } from '@tanstack/react-query';
import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { type Cell, createCell } from '../platform/cell.ts';
import { ApiFailure } from '../platform/failure.ts';
import { words } from '../words.ts';
import { changesOf, type Fields, fieldsOf, type Merged, mergeFields, needsChoice } from './fields.ts';
import { forgetKept, keep, readKept } from './kept.ts';
import {
  changedElsewhere,
  emailQuery,
  fetchEmail,
  forgetEmails,
  saveEmail,
  type Versioned,
} from './queries.ts';
import { afterFailure, type Saving, whileSaving } from './saving.ts';

const [restMilliseconds, againMilliseconds] = [1000, 5000];

/**
 * The email being written. Every change is kept in this browser immediately, and saved when typing pauses. What could not
 * be saved is merged in when the email is next opened; what somebody else has saved meanwhile is never overwritten.
 */
export type Draft = {
  /** What is written, as it stands here. */
  fields: Cell<Fields>;
  saving: Cell<Saving>;
  /** What somebody has to choose, because it was changed here and elsewhere; nothing is saved until then. */
  conflict: Cell<Merged | undefined>;
  change(changes: Partial<Fields>): void;
  /** Saves unsaved changes and returns the email. Throws the API's refusal. */
  save(): Promise<Email>;
  leave(): void;
  /** Takes in what was saved elsewhere. */
  refresh(): Promise<void>;
  /** Goes on with what was chosen in a conflict. */
  settle(fields: Fields): void;
  /** The email is deleted: nothing of it is saved any more. */
  discard(): void;
  restored: boolean;
};

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
  let unanswered: Fields | undefined;
  let isGone = false;
  const fields = createCell(from);
  const saving = createCell<Saving>({ state: 'saved' });
  const conflict = createCell<Merged | undefined>(undefined);
  const place = () => saved?.id ?? 'new';
  const keepHere = () => keep(here, place(), { fields: fields.get(), base: from });
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
    const sent = fields.get();
    saving.set(whileSaving(saving.get()));
    try {
      if (conflict.get()) throw new ApiFailure(412, { detail: words.conflict.undecided });
      const isNew = saved === undefined;
      const result = await saveEmail(here, saved, changesOf(from, sent));
      forgetKept(here, place());
      remember(result, sent);
      if (isChanged()) keepHere();
      if (isNew) onCreate(result);
      saving.set({ state: isChanged() ? 'saving' : 'saved' });
      return result;
    } catch (error) {
      const current = changedElsewhere(error);
      if (current) {
        takeIn(current);
        if (!conflict.get()) return saveNow();
      }
      saving.set(afterFailure(error, keepHere()));
      const status = error instanceof ApiFailure ? error.status : 400;
      if (status === 0) unanswered = sent;
      if (status === 0 || status >= 500) saveLater(againMilliseconds);
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
    if (unanswered && !isChanged(theirs, unanswered)) from = theirs;
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
