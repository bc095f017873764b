import Stripe from 'stripe';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { domainError } from '../platform/errors.ts';
import { readSending } from '../platform/fence/queries.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import type { PaymentAccount } from './account.ts';
import { openPractice } from './practice/door.ts';

/** The context of requests to Stripe. `db` also keeps the worlds of accounts in practice. */
export type StripeContext = {
  db: Database;
  clock: Clock;
  vault: Vault;
  base_url: string;
  /** The address of Stripe's API, if it is not Stripe's own. */
  stripe_url: string | undefined;
};

/** Throws `on_hold` while the database may be a copy: its changes at Stripe would affect the readers of the original. */
export async function refuseOnHold(db: Database): Promise<void> {
  if ((await readSending(db)) === 'hold') throw domainError('on_hold', 'payments.on_hold');
}

const timeout_ms = 20_000;

/** Returns a client for the account. It repeats nothing itself, because failed work is repeated by its row. */
export function stripeOf(context: StripeContext, account: PaymentAccount): Stripe {
  if (account.mode === 'practice') {
    const practise = openPractice({ ...context, account });
    return new Stripe('sk_test_practice', { ...common, httpClient: Stripe.createFetchHttpClient(practise) });
  }
  const key = context.vault.open('payment_accounts.restricted_key', account.id, account.restricted_key);
  return clientOf(key, context.stripe_url);
}

/** Returns a client with this key. */
export function clientOf(key: string, stripe_url: string | undefined): Stripe {
  if (stripe_url === undefined) return new Stripe(key, common);
  const { hostname, port, protocol } = new URL(stripe_url);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return new Stripe(key, { ...common, host: hostname, protocol: scheme, ...(port && { port }) });
}

const common = { timeout: timeout_ms, maxNetworkRetries: 0, telemetry: false } as const;

/** The failure of a request: `away` is repeated later, `refused` needs a person, `missing` means that there is no such object. */
export type Failure = { kind: 'away' | 'refused' | 'missing'; message: string };

/** Returns the failure that the error means; undefined if the error is not one of Stripe's. */
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined;
  const { message, statusCode, code } = error;
  if (code === 'resource_missing' || statusCode === 404) return { kind: 'missing', message };
  const isAway = statusCode === undefined || statusCode >= 500 || statusCode === 429 || statusCode === 409;
  return { kind: isAway ? 'away' : 'refused', message };
}

/** Makes a request to Stripe for somebody who waits. Throws `payments_refused` or `payments_away` with the words of Stripe. */
export async function asking<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    throw failure.kind === 'away'
      ? domainError('payments_away', 'payments.away', { reason: failure.message })
      : domainError('payments_refused', 'payments.refused', { reason: failure.message });
  }
}
