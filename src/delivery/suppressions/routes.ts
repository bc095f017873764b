import { z } from 'zod';
import { newsletterOf } from '../../accounts/authenticate.ts';
import { liftSuppression } from '../../audience/subscribers/lift.ts';
import { showSubscriber, subscriberSchema } from '../../audience/subscribers/subscriber.ts';
import { openTagDirectory } from '../../audience/tags/resolve.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import type { App } from '../../platform/http/server.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { listSuppressions } from './list.ts';
import { liftInput, suppressionParameters, suppressionSchema } from './suppression.ts';

const tags = ['Subscribers'];

type SuppressionRoutes = { base_url: string; secret: Secret };

export function suppressionRoutes(app: App, { base_url, secret }: SuppressionRoutes): void {
  app.get(
    '/v1/suppressions',
    {
      config: { access: { subscribers: 'read' } },
      schema: {
        tags,
        summary: 'List those who get no more mail, and why',
        description:
          'Newest first. Everybody who unsubscribed, complained, is undeliverable, is blocked or was removed by an earlier service, with the report behind it, and those whose data was erased.',
        querystring: suppressionParameters,
        response: { 200: listOf(suppressionSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { cursor, ...found } = await listSuppressions(
        request.db,
        secret,
        newsletterOf(request),
        request.query,
      );
      return sendPage(request, reply, base_url, request.query, found, cursor);
    },
  );

  app.post(
    '/v1/suppressions/:id/lift',
    {
      config: { access: { subscribers: 'write' } },
      schema: {
        tags,
        summary: 'Let somebody get mail again',
        description:
          'They get back the type that they had before. Only bounces and blocks can be lifted: what a person did themselves, unsubscribing or complaining, only they can undo. The audit log keeps the reason, for those who may read subscribers.',
        params: z.object({ id: z.string() }),
        body: liftInput,
        response: { 200: subscriberSchema, ...failures(400, 401, 403, 404) },
      },
    },
    async request => {
      const { key } = newsletterOf(request);
      const lifted = await liftSuppression(request.db, key, request.params.id);
      return showSubscriber(lifted, await openTagDirectory(request.db, key));
    },
  );
}
