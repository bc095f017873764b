import { queryOptions } from '@tanstack/react-query';
import type { Email, EmailProgress } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';
import { ApiFailure } from '../platform/failure.ts';
import { words } from '../words.ts';
import { onlyFor, type Versioned, versioned } from './version.ts';

/** Returns the key of everything cached about a newsletter's emails. Invalidate it when one changes. */
export const emailsKey = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'emails'];

/** Invalidates the lists, which show the email's subject and status. */
export function forgetEmails(here: Here): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: emailsKey(here) });
}

export const emailQuery = (here: Here, id: string) =>
  queryOptions({ queryKey: [...emailsKey(here), id], queryFn: () => fetchEmail(here, id) });

/** Shows the saved email everywhere. */
export function keepEmail(here: Here, saved: Versioned): void {
  queryClient.setQueryData(emailQuery(here, saved.id).queryKey, saved);
  void forgetEmails(here);
}

/** Fetches the email as it is stored now. */
export async function fetchEmail(here: Here, id: string): Promise<Versioned> {
  return versioned(await here.api.whole.get('/v1/emails/{id}', { params: { id } }));
}

/** The progress of an email that is being sent or has been sent, from the ledger, at the service's time `now`. */
export const progressQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...emailsKey(here), id, 'progress'],
    queryFn: async ({ signal }) => {
      const params = { id };
      const { data, headers } = await here.api.whole.get('/v1/emails/{id}/progress', { params, signal });
      return { ...data, now: Date.parse(headers.get('date') ?? '') || Date.now() };
    },
  });
export type Progress = EmailProgress & { now: number };

/** Returns the screen to which an email leads: sending or writing. */
export function screenOf({ status }: Pick<Email, 'status'>) {
  const isOnItsWay = status === 'about_to_send' || status === 'in_flight' || status === 'sent';
  return isOnItsWay ? '/$newsletter/emails/$email/sending' : '/$newsletter/emails/$email';
}

const deletable: Email['status'][] = ['draft', 'scheduled', 'about_to_send', 'errored', 'imported', 'sent'];

/** Returns true if somebody with this role may delete the email. Nobody may while it is being sent, and writers may delete only drafts. */
export function mayDelete({ status }: Pick<Email, 'status'>, role: string | undefined): boolean {
  if (role === undefined || role === 'viewer') return false;
  return role === 'writer' ? status === 'draft' : deletable.includes(status);
}

/** Deletes the email as the page has shown it. Refuses if its status has changed since, or anything else about an unsent email. */
export async function deleteEmail(
  here: Here,
  seen: Pick<Email, 'id' | 'status' | 'modification_date'>,
): Promise<void> {
  const present = await fetchEmail(here, seen.id);
  const isSame =
    present.status === seen.status &&
    (present.status === 'sent' || present.modification_date === seen.modification_date);
  if (!isSame) throw new ApiFailure(412, { code: 'email_changed', detail: words.emails.changed });
  await here.api.delete('/v1/emails/{id}', { params: { id: seen.id }, headers: onlyFor(present) });
}
