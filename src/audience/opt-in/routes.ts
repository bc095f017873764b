import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../../accounts/authenticate.ts';
import { shown } from '../../accounts/newsletter.ts';
import { readConfirmation } from '../../links/confirmation.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { failures } from '../../platform/http/errors.ts';
import { acceptForms } from '../../platform/http/forms.ts';
import type { Pages } from '../../platform/http/public-pages.ts';
import type { App } from '../../platform/http/server.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import { confirmByLink, findConfirmable } from './confirm.ts';
import { requestReminder } from './remind.ts';

type OptInRoutes = {
  db: Database;
  jobs: Jobs;
  secret: Secret;
  pages: Pages;
  base_url: string;
  clock: Clock;
};
type LinkRoute = { Params: { token: string }; Body: unknown };

/**
 * Sending reminders, and the page where people confirm. The page has a button, because merely opening a link is not
 * consent.
 */
export function optInRoutes(app: App, context: OptInRoutes): void {
  const { db, jobs, secret, pages, base_url, clock } = context;
  app.post(
    '/v1/subscribers/:id_or_email/send-reminder',
    {
      config: { access: { subscribers: 'write', sending: 'write' } },
      schema: {
        tags: ['Subscribers'],
        summary: 'Remind a subscriber to confirm',
        description:
          'Mails the confirmation link again to an unactivated subscriber, at most once in 24 hours.',
        params: z.object({ id_or_email: z.string() }),
        response: { 200: z.object({}), ...failures(400, 401, 403, 404, 409) },
      },
    },
    async request => {
      const { newsletter, by } = callerOf(request);
      const subscriber = await findSubscriber(request.db, newsletter.key, request.params.id_or_email);
      if (!subscriber) throw notFound('subscriber');
      const answer = await inTransaction(request.db, trx =>
        requestReminder(trx, jobs, newsletter, subscriber, clock(), by),
      );
      if (answer !== 'asked') throw refusals[answer]();
      return {};
    },
  );

  app.register(async scope => {
    acceptForms(scope);

    scope.get<LinkRoute>('/confirm/:token', { schema: { hide: true } }, async (request, reply) => {
      const confirmation = readConfirmation(secret, request.params.token);
      if (!confirmation) return pages.show(reply, 404, 'unknown-link', {});
      const newsletter = await findConfirmable(db, secret, confirmation);
      return newsletter
        ? pages.show(reply, 200, 'confirm', { newsletter: shown(newsletter, base_url) })
        : over(reply);
    });

    scope.post<LinkRoute>('/confirm/:token', { schema: { hide: true } }, async (request, reply) => {
      const { params, body } = request;
      const confirmation = readConfirmation(secret, params.token);
      if (!confirmation) return pages.show(reply, 404, 'unknown-link', {});
      // Any other POST, such as a scanner's empty form, does not come from a person.
      if (!(body instanceof URLSearchParams) || body.get('confirm') !== 'subscription')
        return pages.show(reply, 400, 'confirm-unclear', {});
      const newsletter = await confirmByLink(db, jobs, secret, confirmation);
      return newsletter
        ? pages.show(reply, 200, 'confirmed', { newsletter: shown(newsletter, base_url) })
        : over(reply);
    });
  });

  function over(reply: FastifyReply) {
    return pages.show(reply, 410, 'confirm-over', {});
  }
}

const refusals = {
  not_unactivated: () =>
    new DomainError(
      'subscriber_not_unactivated',
      'This subscriber is not unactivated. Only unactivated subscribers can be reminded to confirm.',
    ),
  too_soon: () =>
    new DomainError(
      'reminder_too_soon',
      'This subscriber was reminded within the last 24 hours. Only one reminder a day is allowed; try again tomorrow.',
    ),
};
