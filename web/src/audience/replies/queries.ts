import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Operations } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { byPages } from '../../platform/next-page.ts';

type Listing = Operations['get']['/v1/replies'];
export type Reply = Listing['answers'][200]['results'][number];

export const views = ['unread', 'unanswered', 'answered', 'archived', 'automatic'] as const;
export type View = (typeof views)[number];
const filters: Record<View, NonNullable<Listing['query']>> = {
  unread: { status: ['unread'], is_automatic: 'false' },
  unanswered: { status: ['unread', 'read'], is_automatic: 'false', is_answered: 'false' },
  answered: { is_automatic: 'false', is_answered: 'true' },
  archived: { status: ['archived'] },
  automatic: { is_automatic: 'true' },
};

const keyOf = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'replies'];

/** The newsletter's replies in this view, latest first. With an address, the conversation with it from its beginning. */
export const repliesQuery = (here: Here, view: View, from_address?: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(here), view, from_address ?? ''],
    queryFn: ({ pageParam, signal }) => {
      const wanted =
        from_address === undefined ? filters[view] : { from_address, ordering: 'creation_date' as const };
      return here.api.get('/v1/replies', {
        query: { ...wanted, expand: ['subscriber', 'email'], page_size: 50, ...pageParam },
        signal,
      });
    },
    ...byPages,
  });

/** The latest replies of a person. */
export const repliesOfQuery = (here: Here, subscriber_id: string) =>
  queryOptions({
    queryKey: [...keyOf(here), 'of', subscriber_id],
    queryFn: ({ signal }) =>
      here.api.get('/v1/replies', {
        query: { subscriber_id: [subscriber_id], is_automatic: 'false', page_size: 5 },
        signal,
      }),
  });
