import type { FastifyRequest } from 'fastify';
import Stripe from 'stripe';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { domainError } from '../platform/errors.ts';
import type { App } from '../platform/http/server.ts';
import { isId } from '../platform/ids.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import type { PaymentAccount } from './account.ts';
import { findAccountById } from './account-queries.ts';
import { noteNotice, takeNotices } from './notice.ts';

const largestBody = 1024 * 1024;
const requestsAMinute = 50_000;
const toleranceSeconds = 300;

/**
 * Adds the routes to which Stripe posts its notices: an address for each account. Notices without a signature by the account's secret are
 * refused.
 */
export function noticeRoutes(app: App, context: { db: Database; clock: Clock; vault: Vault }): void {
  const { db, clock } = context;
  app.register(async scope => {
    // The signature covers the bytes, so the body is not parsed before.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody }, (_, body, done) =>
      done(null, body),
    );
    const config = { rateLimit: { max: requestsAMinute } };
    scope.post<{ Params: { id: string } }>(
      '/payments/stripe/:id',
      { config, schema: { hide: true } },
      async request => {
        const account = isId(request.params.id) ? await findAccountById(db, request.params.id) : undefined;
        const event = account && readNotice(context, account, request);
        if (!event)
          throw domainError('authentication_invalid', 'delivery.signature_wrong', { source: 'stripe' });
        if (event.livemode !== (account.mode === 'live')) return {};
        await takeNotices(db, account, [event], true);
        await noteNotice(db, account.key, clock());
        return {};
      },
    );
  });
}

/** Returns the event of a notice, if it is signed with the account's secret and at most five minutes old. */
function readNotice(
  { vault, clock }: { vault: Vault; clock: Clock },
  account: PaymentAccount,
  { body, headers }: FastifyRequest,
): Stripe.Event | undefined {
  const secret = vault.open('payment_accounts.webhook_secret', account.id, account.webhook_secret);
  const signature = headers['stripe-signature'];
  if (secret === '' || typeof signature !== 'string' || !Buffer.isBuffer(body)) return undefined;
  try {
    return Stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      clock().getTime(),
    );
  } catch {
    return undefined;
  }
}
