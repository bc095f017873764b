import type { Email } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { queryClient } from '../../platform/api.ts';
import { afterPaint } from '../../platform/when-painted.ts';
import { words } from '../../words.ts';
import type { Fields } from '../fields.ts';
import { emailQuery, fetchEmail, keepEmail } from '../queries.ts';
import { refuseUnfinished } from '../unfinished.ts';
import { onlyFor, type Versioned, versioned } from '../version.ts';
import type { Draft } from './draft.ts';
import { openText } from './draft-text.ts';
import { forgetKept, keep, readKept } from './kept.ts';
import { openSaveQueue } from './save-queue.ts';

type Opening = {
  here: Here;
  email: Versioned | undefined;
  onCreate: (email: Email) => void;
  /** Called when changes from elsewhere have been merged in. */
  onMerge: () => void;
};

/**
 * Opens the draft of `email`, or of a new one. The first save creates a new email and calls `onCreate`. Opening a draft only reads, because
 * React may render a screen, drop it and render it again.
 */
export function openDraft({ here, email, onCreate, onMerge }: Opening): Draft {
  const text = openText(email);
  const place = () => text.saved()?.id ?? 'new';
  const kept = readKept(here, place()).slice(email ? 0 : -1);
  const queue = openSaveQueue({
    text,
    unanswered: email ? undefined : kept.at(-1)?.unanswered,
    send: (saved, changes, idempotency_key) => saveEmail(here, saved, changes, idempotency_key),
    keep: unanswered => keep(here, place(), { fields: text.fields.get(), base: text.base(), unanswered }),
    forget: () => forgetKept(here, place()),
    onSaved(result, isNew) {
      keepEmail(here, result);
      if (isNew) onCreate(result);
    },
    onMerge,
  });
  let isTyped = false;
  const heed = () => {
    if (!isTyped) return;
    isTyped = false;
    text.fields.tell();
    queue.changed();
  };
  const trySave = () => void queue.save().catch(() => {});

  for (const one of kept) text.putBack(one);
  const isUnsaved = () => text.isChanged() || text.conflict.get() !== undefined;
  const restored = isUnsaved();

  return {
    fields: text.fields,
    saving: queue.saving,
    conflict: text.conflict,
    change(changes) {
      text.change(changes);
      queue.changed();
    },
    type(body) {
      text.type(body);
      if (!isTyped) afterPaint(heed);
      isTyped = true;
    },
    save: queue.save,
    leave() {
      heed();
      if (text.isChanged() && !text.conflict.get()) trySave();
    },
    async refresh() {
      const saved = text.saved();
      if (!saved || text.conflict.get() || queue.saving.get().state === 'saving') return;
      const current = await fetchEmail(here, saved.id).catch(() => undefined);
      if (!current || text.conflict.get() || current.etag === text.saved()?.etag) return;
      queryClient.setQueryData(emailQuery(here, current.id).queryKey, current);
      queue.takeIn(current);
      if (!text.conflict.get() && text.isChanged()) queue.changed();
    },
    settle(chosen) {
      if (!text.conflict.get()) return;
      text.settle(chosen);
      trySave();
    },
    discard: queue.close,
    takeUp() {
      // Saved text must not come back after somebody has deleted it.
      forgetKept(here, place(), true);
      if (isUnsaved()) queue.changed();
      return { restored };
    },
  };
}

/**
 * Saves changes to `saved`, or creates a new email, at most one for each `idempotency_key`. Throws ApiFailure; `changedElsewhere` tells
 * whether somebody else has changed the email.
 */
async function saveEmail(
  here: Here,
  saved: Versioned | undefined,
  changes: Partial<Fields>,
  idempotency_key: string,
): Promise<Versioned> {
  refuseUnfinished(changes);
  const { subject } = changes;
  const named = subject?.trim() === '' ? { ...changes, subject: words.emails.untitled } : changes;
  if (!saved) {
    const body = { subject: words.emails.untitled, ...named, status: 'draft' as const };
    const once = { 'idempotency-key': idempotency_key };
    const made = versioned(await here.api.whole.post('/v1/emails', { body, headers: once }));
    // A repeated answer does not contain the version.
    return made.etag === undefined ? fetchEmail(here, made.id) : made;
  }
  const headers = onlyFor(saved);
  const params = { id: saved.id };
  const body = { ...named, ...(named.slug === '' && { slug: null }) };
  return versioned(await here.api.whole.patch('/v1/emails/{id}', { params, body, headers }));
}
