import type { QueryClient } from '@tanstack/react-query';
import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { type Cell, createCell } from '../platform/cell.ts';
import { words } from '../words.ts';
import { emailQuery, emailsKey } from './queries.ts';

export type Fields = { subject: string; body: string };
export type Saving = { state: 'saved' | 'saving' | 'unsaved'; error?: unknown };

const restMilliseconds = 1000;

/**
 * The email being written. Every change is stored in this browser immediately and saved when typing pauses. Changes that
 * could not be saved are restored when the email is next opened.
 */
export type Draft = {
  /** The text as typed. */
  fields: Cell<Fields>;
  saving: Cell<Saving>;
  change(changes: Partial<Fields>): void;
  /** Saves unsaved changes and returns the email. Throws the API's refusal. */
  save(): Promise<Email>;
  /** Saves on leaving, without waiting. */
  leave(): void;
  /** The email is deleted: nothing more is saved. */
  discard(): void;
};

/** The draft of `email`, or of a new one that the first save creates, which calls `onCreate`. */
export function openDraft(
  here: Here,
  queryClient: QueryClient,
  email: Email | undefined,
  onCreate: (email: Email) => void,
): Draft & { restored: boolean } {
  const place = (id: string) => placeOf(here, id);
  let saved = email;
  let from: Fields = { subject: titleOf(email?.subject ?? ''), body: email?.body ?? '' };
  const kept = readKept(place(email?.id ?? 'new'));
  const restored = kept !== undefined && (kept.subject !== from.subject || kept.body !== from.body);
  const fields = createCell<Fields>(restored ? kept : from);
  const saving = createCell<Saving>({ state: restored ? 'unsaved' : 'saved' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<Email> | undefined;

  const isChanged = () => fields.get().subject !== from.subject || fields.get().body !== from.body;

  function change(changes: Partial<Fields>) {
    fields.set({ ...fields.get(), ...changes });
    localStorage.setItem(place(saved?.id ?? 'new'), JSON.stringify(fields.get()));
    saving.set({ state: 'saving' });
    clearTimeout(timer);
    timer = setTimeout(() => void save().catch(() => {}), restMilliseconds);
  }

  // In sequence, so that the second request cannot overtake the first.
  function save(): Promise<Email> {
    clearTimeout(timer);
    const done = (last ?? Promise.resolve(saved)).catch(() => saved).then(() => saveNow());
    last = done;
    return done;
  }

  async function saveNow(): Promise<Email> {
    if (saved && !isChanged()) {
      saving.set({ state: 'saved' });
      return saved;
    }
    const sent = fields.get();
    saving.set({ state: 'saving' });
    try {
      const result = saved ? await update(saved.id, sent) : await create(sent);
      const isNew = saved === undefined;
      saved = result;
      from = sent;
      localStorage.removeItem(place(isNew ? 'new' : result.id));
      if (isChanged()) localStorage.setItem(place(result.id), JSON.stringify(fields.get()));
      queryClient.setQueryData(emailQuery(here, result.id).queryKey, result);
      void forgetEmails(here, queryClient);
      if (isNew) onCreate(result);
      saving.set({ state: isChanged() ? 'saving' : 'saved' });
      return result;
    } catch (error) {
      saving.set({ state: 'unsaved', error });
      throw error;
    }
  }

  const create = ({ subject, body }: Fields) =>
    must(() =>
      here.api.post('/v1/emails', {
        body: { subject: subject.trim() === '' ? words.emails.untitled : subject, body, status: 'draft' },
      }),
    );

  const update = (id: string, { subject, body }: Fields) =>
    must(() =>
      here.api.patch('/v1/emails/{id}', {
        params: { id },
        body: { subject: subject.trim() === '' ? words.emails.untitled : subject, body },
      }),
    );

  if (restored) timer = setTimeout(() => void save().catch(() => {}), restMilliseconds);
  return {
    fields,
    saving,
    change,
    save,
    leave: () => isChanged() && void save().catch(() => {}),
    discard() {
      clearTimeout(timer);
      from = fields.get();
    },
    restored,
  };
}

/** Deletes what this browser has stored of the email. */
export function forgetDraft(here: Here, id: string): void {
  localStorage.removeItem(placeOf(here, id));
}

function placeOf({ newsletter }: Here, id: string): string {
  return `postrider-draft:${newsletter.id}:${id}`;
}

/** Invalidates the lists, which show the email's subject and status. */
export function forgetEmails(here: Here, queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: emailsKey(here) });
}

/** An email needs a subject to be saved; without one it gets this. */
function titleOf(subject: string): string {
  return subject === words.emails.untitled ? '' : subject;
}

function readKept(place: string): Fields | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return undefined;
    const { subject, body } = kept as Partial<Fields>;
    return typeof subject === 'string' && typeof body === 'string' ? { subject, body } : undefined;
  } catch {
    return undefined;
  }
}
