import { z } from 'zod';
import { liftSuppression } from '../../audience/subscribers/lift.ts';
import { showSubscriber, subscriberSchema } from '../../audience/subscribers/subscriber.ts';
import { openTagDirectory } from '../../audience/tags/resolve.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import type { App } from '../../platform/http/server.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { listSuppressions } from './list.ts';
import { liftInput, suppressionParameters, suppressionSchema } from './suppression.ts';

const api = operations('Subscribers', {
  list: {
    summary: 'List those who no longer get mail, and why',
    description:
      'Newest first. Everybody who unsubscribed, complained, is undeliverable, is blocked or was removed by an earlier service, with the report behind it, and those whose data was erased.',
    access: { subscribers: 'read' },
    may_lag: true,
    query: suppressionParameters,
    answers: listOf(suppressionSchema),
  },
  lift: {
    summary: 'Let somebody get mail again',
    description:
      'They get the type that they had before. Only bounces and blocks can be lifted; if a person unsubscribed or complained, only they can undo it. The audit log keeps the reason, for those who may read subscribers.',
    access: { subscribers: 'write' },
    params: z.object({ id: z.string() }),
    body: liftInput,
    answers: subscriberSchema,
  },
});

export function suppressionRoutes(app: App, { secret }: { secret: Secret }): void {
  app.get('/v1/suppressions', api.list, async ({ db, newsletter, query }, reply) => {
    return sendPage(reply, await listSuppressions(db, secret, newsletter, query));
  });

  app.post('/v1/suppressions/:id/lift', api.lift, async ({ db, newsletter, params }) => {
    const lifted = await liftSuppression(db, newsletter.key, params.id);
    return showSubscriber(lifted, await openTagDirectory(db, newsletter.key));
  });
}
