import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Email, EmailChanged } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must, mustWhole } from '../platform/api.ts';
import { ApiFailure } from '../platform/failure.ts';
import { keepPage, page_size } from '../platform/pages.ts';
import { words } from '../words.ts';
import type { Fields } from './fields.ts';

export type Wanted = { status?: string; search?: string };

/** The key of everything cached about a newsletter's emails, to invalidate when one changes. */
export const emailsKey = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'emails'];

/** Invalidates the lists, which show the email's subject and status. */
export function forgetEmails(here: Here, queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: emailsKey(here) });
}

/** A page of the matching emails, newest first, without their bodies. */
export const emailPageQuery = (here: Here, { status, search }: Wanted, page: number) =>
  queryOptions({
    queryKey: [...emailsKey(here), { status, search, page }],
    queryFn: ({ signal }) =>
      must(() =>
        here.api.get('/v1/emails', {
          query: {
            ...(status && { status: status.split(',') }),
            ...(search && { subject: search }),
            ordering: '-creation_date',
            excluded_fields: 'body',
            page_size,
            page,
          },
          signal,
        }),
      ),
    placeholderData: keepPage(page),
  });

/** An email, and the version of it that this is. */
export type Versioned = Email & { etag?: string };

export const emailQuery = (here: Here, id: string) =>
  queryOptions({ queryKey: [...emailsKey(here), id], queryFn: () => fetchEmail(here, id) });

/** The email as it is stored now. */
export async function fetchEmail(here: Here, id: string): Promise<Versioned> {
  return versioned(await mustWhole(() => here.api.get('/v1/emails/{id}', { params: { id } })));
}

/** Saves changes to `saved`, or a new email. Throws ApiFailure, which for a change made elsewhere `changedElsewhere` reads. */
export async function saveEmail(
  here: Here,
  saved: Versioned | undefined,
  changes: Partial<Fields>,
): Promise<Versioned> {
  const { subject } = changes;
  const named = subject?.trim() === '' ? { ...changes, subject: words.emails.untitled } : changes;
  if (!saved) {
    const body = { subject: words.emails.untitled, ...named, status: 'draft' as const };
    return versioned(await mustWhole(() => here.api.post('/v1/emails', { body })));
  }
  const headers: Record<string, string> = saved.etag === undefined ? {} : { 'if-match': saved.etag };
  const params = { id: saved.id };
  const body = { ...named, ...(named.slug === '' && { slug: null }) };
  return versioned(await mustWhole(() => here.api.patch('/v1/emails/{id}', { params, body, headers })));
}

function versioned({ data, headers }: { data: Email; headers: Headers }): Versioned {
  // A proxy that compresses makes a tag weak, which the service would not accept.
  const etag = headers.get('etag')?.replace(/^W\//, '');
  return etag === undefined ? data : { ...data, etag };
}

/** The email as somebody else has saved it, if that is why the request was refused. */
export function changedElsewhere(error: unknown): Versioned | undefined {
  if (!(error instanceof ApiFailure) || error.code !== 'email_changed') return undefined;
  const { current, metadata } = error.answer as EmailChanged;
  return { ...current, ...(metadata?.etag && { etag: metadata.etag }) };
}

/** An email that is being sent or was, and its numbers from the ledger. */
export const sendingQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...emailsKey(here), id, 'sending'],
    queryFn: async () => {
      const params = { id };
      const [email, progress] = await Promise.all([
        must(() => here.api.get('/v1/emails/{id}', { params })),
        must(() => here.api.get('/v1/emails/{id}/progress', { params })),
      ]);
      return { email, progress };
    },
  });

const deletable: Email['status'][] = ['draft', 'scheduled', 'about_to_send', 'errored', 'imported', 'sent'];

/** Whether somebody with this role may delete the email: not while it is being sent, and writers only drafts. */
export function mayDelete({ status }: Pick<Email, 'status'>, role: string | undefined): boolean {
  if (role === undefined || role === 'viewer') return false;
  return role === 'writer' ? status === 'draft' : deletable.includes(status);
}

/** A draft with the same text, settings and audience. */
export async function duplicateEmail(here: Here, id: string): Promise<Email> {
  const email = await must(() => here.api.get('/v1/emails/{id}', { params: { id } }));
  const { body, email_type, template, description, should_send_teaser, custom_teaser } = email;
  const { filters, attachments, archival_mode, metadata } = email;
  const subject = words.emails.duplicated(email.subject).slice(0, 2000);
  const kept = { body, email_type, template, description, should_send_teaser, custom_teaser };
  return must(() =>
    here.api.post('/v1/emails', {
      body: { ...kept, filters, attachments, archival_mode, metadata, subject, status: 'draft' },
    }),
  );
}
