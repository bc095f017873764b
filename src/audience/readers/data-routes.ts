import { z } from 'zod';
import { newsletterOf } from '../../accounts/authenticate.ts';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { failures } from '../../platform/http/errors.ts';
import type { App } from '../../platform/http/server.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import { eraseSubscriber, receiptSchema } from './erasure.ts';
import { exportOwnData } from './export.ts';
import type { Ledger } from './ledger.ts';

const tags = ['Subscribers'];
const params = z.object({ id_or_email: z.string() });

/** What the publisher does when a person asks for their data, or for its erasure; readers do both on the manage page. */
export function personalDataRoutes(
  app: App,
  context: { secret: Secret; clock: Clock; ledger: Ledger },
): void {
  app.get(
    '/v1/subscribers/:id_or_email/data',
    {
      config: { access: { subscribers: 'read' } },
      schema: {
        tags,
        summary: "Export a subscriber's own data",
        description:
          'All data about the person in one file, as they may ask for it (GDPR art. 15 and 20): the subscriber, consents, former values, emails received, opens and clicks, bounces and complaints, and events. Without your own notes.',
        params,
        response: { 200: z.record(z.string(), z.unknown()), ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const newsletter = newsletterOf(request);
      const subscriber = await findSubscriber(request.db, newsletter.key, request.params.id_or_email);
      if (!subscriber) throw notFound('subscriber');
      request.audited_id = subscriber.id;
      reply.headers({
        'Content-Disposition': `attachment; filename="${newsletter.username}-${subscriber.id}.json"`,
        'Cache-Control': 'no-store',
      });
      return exportOwnData(request.db, { subscriber, newsletter }, context.ledger);
    },
  );

  app.post(
    '/v1/subscribers/:id_or_email/erasure',
    {
      config: { access: { subscribers: 'write' } },
      schema: {
        tags,
        summary: 'Erase a subscriber, with a receipt',
        description:
          'Deletes the person as `DELETE /v1/subscribers/{id_or_email}` does, and returns a receipt for them (GDPR art. 17). The receipt is kept nowhere.',
        params,
        response: { 200: receiptSchema, ...failures(401, 403, 404, 409) },
      },
    },
    async request => {
      const receipt = await eraseSubscriber(
        request.db,
        newsletterOf(request),
        request.params.id_or_email,
        context,
      );
      request.audited_id = receipt.subscriber_id;
      return receipt;
    },
  );
}
