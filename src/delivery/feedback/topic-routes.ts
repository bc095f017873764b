import { z } from 'zod';
import { operations } from '../../platform/http/operations.ts';
import { params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { Sns } from './providers/sns.ts';
import { confirmTopic, forgetTopic, listTopics, topicSchema } from './topics.ts';

const api = operations('Relays', {
  list: {
    summary: 'List topics of Amazon SNS',
    description:
      'The topics that report to this installation or ask to, those that wait for a person first. Amazon has signed each question, but anybody can have Amazon sign for a topic of their own: compare the topic with yours.',
    access: { installation: 'read' },
    answers: z.object({ results: z.array(topicSchema) }),
  },
  confirm: {
    summary: 'Confirm a topic',
    description:
      'Confirms the topic at Amazon, and takes its reports from then on. 400 if Amazon does not ask, or no longer accepts the answer: after three days, have Amazon ask again.',
    access: { installation: 'write' },
    params,
    answers: topicSchema,
  },
  forget: {
    summary: 'Forget a topic',
    description: 'Its reports are refused from then on. Amazon is not told: delete the subscription there.',
    access: { installation: 'write' },
    params,
  },
});

/** Adds the routes for the topics of Amazon SNS that report about mail of this installation, for its owners. */
export function topicRoutes(app: App, { sns }: { sns: Sns }): void {
  app.get('/v1/report_topics', api.list, async ({ db }) => ({ results: await listTopics(db) }));

  app.post('/v1/report_topics/:id/confirm', api.confirm, async ({ db, params }) =>
    confirmTopic(db, sns, params.id),
  );

  app.delete('/v1/report_topics/:id', api.forget, async ({ db, params }) => forgetTopic(db, params.id));
}
