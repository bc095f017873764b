import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Newsletter, shown } from '../../accounts/newsletter.ts';
import { readConfirmation } from '../../links/confirmation.ts';
import { isOwner, type Owner } from '../../links/owner.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import { acceptForms } from '../../platform/http/forms.ts';
import { operations } from '../../platform/http/operations.ts';
import type { Pages } from '../../platform/http/public-pages.ts';
import type { App } from '../../platform/http/server.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { settleOnConfirmation } from '../referrals/settle.ts';
import { confirmSubscription, isConfirmable } from '../subscribers/confirm.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';
import { type Asked, findAsked } from './queries.ts';
import { requestReminder } from './remind.ts';

type OptInRoutes = {
  db: Database;
  secret: Secret;
  pages: Pages;
  base_url: string;
  clock: Clock;
  /** Signs the browser in to the pages of the newsletter. */
  signIn(reply: FastifyReply, newsletter: Newsletter, subscriber: Subscriber): void;
};
type LinkRoute = { Params: { token: string }; Body: unknown };

const api = operations('Subscribers', {
  remind: {
    summary: 'Remind a subscriber to confirm',
    description: 'Mails the confirmation link again to an unactivated subscriber, at most once in 24 hours.',
    access: { subscribers: 'write', sending: 'write' },
    params: z.object({ id_or_email: z.string() }),
    answers: z.object({}),
    fails: [400, 409],
  },
});

/**
 * Adds the routes for reminders, and the page where people confirm. The page has a button, because merely opening a link is not consent.
 */
export function optInRoutes(app: App, context: OptInRoutes): void {
  const { db, secret, pages, base_url, clock } = context;
  app.post('/v1/subscribers/:id_or_email/send-reminder', api.remind, async ({ db, caller, params }) => {
    const { newsletter, by } = caller;
    const subscriber = found(await findSubscriber(db, newsletter.key, params.id_or_email), 'subscriber');
    const answer = await inTransaction(db, trx => requestReminder(trx, newsletter, subscriber, clock(), by));
    if (answer !== 'asked') throw refusals[answer]();
    return {};
  });

  app.register(async scope => {
    acceptForms(scope);

    scope.get<LinkRoute>('/confirm/:token', { schema: { hide: true } }, async (request, reply) => {
      const confirmation = readConfirmation(secret, request.params.token);
      if (!confirmation) return pages.show(reply, 404, 'unknown-link', {});
      const asked = await findConfirmable(db, secret, confirmation);
      return asked ? pages.show(reply, 200, 'confirm', valuesOf(asked)) : over(reply, confirmation);
    });

    scope.post<LinkRoute>('/confirm/:token', { schema: { hide: true } }, async (request, reply) => {
      const { params, body } = request;
      const confirmation = readConfirmation(secret, params.token);
      if (!confirmation) return pages.show(reply, 404, 'unknown-link', {});
      // Any other POST, such as a scanner's empty form, does not come from a person.
      if (!(body instanceof URLSearchParams) || body.get('confirm') !== 'subscription')
        return pages.show(reply, 400, 'confirm-unclear', {});
      const asked = await confirmByLink(db, secret, confirmation, { ip_address: request.ip, now: clock() });
      return asked ? welcome(reply, asked) : over(reply, confirmation);
    });
  });

  /** People who must pay first are signed in, so that they can choose a plan at once: the link has shown that the mailbox is theirs. */
  function welcome(reply: FastifyReply, asked: Asked) {
    const { newsletter, subscriber } = asked;
    const unpaid = subscriber.standing === 'unpaid';
    if (unpaid) context.signIn(reply, newsletter, subscriber);
    const { premium_url } = newsletter;
    return pages.show(reply, 200, 'confirmed', { ...valuesOf(asked), unpaid, premium_url });
  }

  function valuesOf({ newsletter, subscriber }: Asked) {
    return { newsletter: shown(newsletter, base_url), reader_language: subscriber.locale };
  }

  /** Shows that the link is over, in the language of the newsletter and with a way there, while the subscriber exists. */
  async function over(reply: FastifyReply, { subscriber_id }: Owner) {
    const asked = await findAsked(db, subscriber_id);
    return pages.show(reply, 410, 'confirm-over', asked ? valuesOf(asked) : {});
  }
}

const refusals = {
  not_unactivated: () => domainError('subscriber_not_unactivated', 'audience.not_unactivated'),
  too_soon: () => domainError('reminder_too_soon', 'audience.reminder_too_soon'),
};

/** Finds the person and the newsletter for which the confirmation link is valid; undefined if the link is not valid. Changes nothing. */
async function findConfirmable(
  db: Database,
  secret: Secret,
  confirmation: Owner,
): Promise<Asked | undefined> {
  const asked = await findAsked(db, confirmation.subscriber_id);
  if (!asked || !isConfirmable(asked.subscriber)) return undefined;
  return isOwner(secret, confirmation, asked.subscriber.normal_address) ? asked : undefined;
}

/**
 * Subscribes the owner of the link, from this address; confirming twice changes nothing. Returns the person and the newsletter, or
 * undefined, changing nothing, if the link is no longer valid.
 */
async function confirmByLink(
  db: Database,
  secret: Secret,
  confirmation: Owner,
  { ip_address, now }: { ip_address: string; now: Date },
): Promise<Asked | undefined> {
  return inTransaction(db, async trx => {
    const asked = await findAsked(trx, confirmation.subscriber_id);
    if (!asked) return undefined;
    const { newsletter, subscriber } = asked;
    const isAddress = (address: string) => isOwner(secret, confirmation, address);
    const done = await confirmSubscription(trx, newsletter, subscriber.id, isAddress, now);
    if (!done) return undefined;
    await settleOnConfirmation(trx, subscriber, { ip_address, now });
    return findAsked(trx, subscriber.id);
  });
}
