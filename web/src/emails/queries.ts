import { queryOptions } from '@tanstack/react-query';
import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { keepPage, page_size } from '../platform/pages.ts';
import { words } from '../words.ts';

export type Wanted = { status?: string; search?: string };

/** The key of everything cached about a newsletter's emails, to invalidate when one changes. */
export const emailsKey = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'emails'];

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

export const emailQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...emailsKey(here), id],
    queryFn: () => must(() => here.api.get('/v1/emails/{id}', { params: { id } })),
  });

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
