import { readIfMatch } from '../platform/http/conditional.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf } from '../platform/http/pages.ts';
import { params } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { type AnswerContext, answersOf } from './answer.ts';
import { reviewExample } from './examples.ts';
import { listReviews, reviewEmail, reviewSchema } from './review.ts';
import { emailOf, seesNames } from './revision-routes.ts';
import { emailSchema } from './schema.ts';
import { changedBody } from './version.ts';

const reviewList = listOf(reviewSchema).meta({
  examples: [{ results: [reviewExample], count: 1, next: null, previous: null }],
});

const api = operations('Emails', {
  list: {
    summary: 'List the reviews of an email',
    description:
      'The last review by each person and API key, newest first. Compare its revision and `parts` with the email to see what has changed since.',
    access: { emails: 'read' },
    params,
    answers: reviewList,
  },
  review: {
    summary: 'Note that you have reviewed an email',
    description:
      'The version that was reviewed is kept as a revision as soon as the email changes. Takes `If-Match` like PATCH, so that you note only the version of the email and its `parts` that you have seen.',
    access: { emails: 'write' },
    params,
    answers: { 200: emailSchema, 412: changedBody },
  },
});

export function reviewRoutes(app: App, context: AnswerContext): void {
  const { one, orChanged } = answersOf(context);

  app.get('/v1/emails/:id/reviews', api.list, async request => {
    const email = await emailOf(request, request.params.id);
    const results = await listReviews(request.db, email, seesNames(request));
    return { results, count: results.length, next: null, previous: null };
  });

  app.post('/v1/emails/:id/reviews', api.review, async (request, reply) => {
    const { db, newsletter, caller, params } = request;
    const reviewing = { by: caller.by, now: context.clock(), if_match: readIfMatch(request) };
    return orChanged(request, reply, {}, async () =>
      one(request, reply, await reviewEmail(db, newsletter.key, params.id, reviewing)),
    );
  });
}
