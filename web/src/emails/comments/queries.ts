import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Operations } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { byPages } from '../../platform/next-page.ts';

export type Comment = Operations['get']['/v1/comments']['answers'][200]['results'][number];
export const commentStatuses = ['pending', 'active', 'spammy'] as const;
export type CommentStatus = (typeof commentStatuses)[number];

/** The newsletter's comments of this status, with their authors and emails, latest first. */
export const commentsQuery = (here: Here, status: CommentStatus) =>
  infiniteQueryOptions({
    queryKey: ['newsletter', here.newsletter.id, 'comments', status],
    queryFn: ({ pageParam, signal }) =>
      here.api.get('/v1/comments', {
        query: { status: [status], expand: ['subscriber', 'email'], page_size: 50, ...pageParam },
        signal,
      }),
    ...byPages,
  });
