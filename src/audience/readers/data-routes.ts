import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { domainError, found } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import type { Pages } from '../../platform/http/public-pages.ts';
import type { App } from '../../platform/http/server.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { mayEnter } from '../standing/type.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import { askSignIn } from './ask.ts';
import { eraseSubscriber, receiptSchema } from './erasure.ts';
import { exportOwnData } from './export.ts';
import type { Ledger } from './ledger.ts';

const params = z.object({ id_or_email: z.string() });

const api = operations('Subscribers', {
  export: {
    summary: "Export a subscriber's own data",
    description:
      'All data about the person in one file, as they may ask for it (GDPR art. 15 and 20): the subscriber, consents, former values, emails received, opens and clicks, bounces and complaints, and events. Without your own notes.',
    access: { subscribers: 'read' },
    params,
    answers: z.record(z.string(), z.unknown()),
  },
  sendLink: {
    summary: 'Mail a subscriber a link to sign in',
    description:
      'As if they had asked for it on the page of the newsletter: the link works once, within an hour, and nobody is mailed more than three of them an hour.',
    access: { subscribers: 'write', sending: 'write' },
    params,
    answers: z.object({}),
    fails: [400],
  },
  erase: {
    summary: 'Erase a subscriber, with a receipt',
    description:
      'Deletes the person as `DELETE /v1/subscribers/{id_or_email}` does, and returns a receipt for them (GDPR art. 17). Postrider keeps no copy of the receipt.',
    access: { subscribers: 'write' },
    params,
    answers: receiptSchema,
    fails: [409],
  },
});

/** Adds the routes for a person's data and its erasure, for the publisher; readers do both on the manage page. */
export function personalDataRoutes(
  app: App,
  context: { secret: Secret; clock: Clock; ledger: Ledger; pages: Pages },
): void {
  app.get('/v1/subscribers/:id_or_email/data', api.export, async (request, reply) => {
    const { db, newsletter, params } = request;
    const subscriber = found(await findSubscriber(db, newsletter.key, params.id_or_email), 'subscriber');
    request.audited_id = subscriber.id;
    reply.headers({
      'Content-Disposition': `attachment; filename="${newsletter.username}-${subscriber.id}.json"`,
      'Cache-Control': 'no-store',
    });
    return exportOwnData(db, { subscriber, newsletter }, context.ledger);
  });

  app.post(
    '/v1/subscribers/:id_or_email/send-magic-link',
    api.sendLink,
    async ({ db, newsletter, params }) => {
      const subscriber = found(await findSubscriber(db, newsletter.key, params.id_or_email), 'subscriber');
      if (!mayEnter(subscriber)) throw domainError('status_invalid', 'audience.may_not_sign_in');
      await askSignIn(db, newsletter, subscriber.email_address, context.clock(), '');
      return {};
    },
  );

  app.post('/v1/subscribers/:id_or_email/erasure', api.erase, async request => {
    const { db, newsletter, params } = request;
    const receipt = await eraseSubscriber(db, newsletter, params.id_or_email, context);
    request.audited_id = receipt.subscriber_id;
    return receipt;
  });
}
