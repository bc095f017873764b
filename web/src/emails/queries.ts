import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';

export const pageSize = 100;
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
            page_size: pageSize,
            page,
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const emailQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...emailsKey(here), id],
    queryFn: () => must(() => here.api.get('/v1/emails/{id}', { params: { id } })),
  });

const paying = ['premium', 'gifted', 'trialed', 'churning', 'past_due'];
const free = ['regular', 'churned'];

/** How many people get this email if it goes out now. */
export const audienceQuery = (
  here: Here,
  email: Pick<Email, 'email_type' | 'included_tags' | 'excluded_tags' | 'should_send_teaser'>,
) => {
  const { email_type, included_tags, excluded_tags, should_send_teaser } = email;
  const type = typesOf(email_type, should_send_teaser);
  return queryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'audience', type, included_tags, excluded_tags],
    queryFn: async () => {
      if (type.length === 0) return 0;
      const query = { type, tag: included_tags, '-tag': excluded_tags, page_size: 1 };
      return (await must(() => here.api.get('/v1/subscribers', { query }))).count;
    },
    staleTime: 0,
  });
};

function typesOf(email_type: Email['email_type'], has_teaser: boolean): string[] {
  if (email_type === 'archival') return [];
  if (email_type === 'churned') return ['churned'];
  if (email_type === 'free') return free;
  if (email_type === 'premium' && !has_teaser) return paying;
  return [...free, ...paying];
}
