import type { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { PaymentAccount, paymentsSchema } from './account.ts';
import { findAccount } from './account-queries.ts';
import { plansAddress } from './connect.ts';
import { neededRights, newKeyAddress } from './probe.ts';
import type { StripeContext } from './stripe.ts';
import { findLastSweep } from './sweep-queries.ts';

type Shown = z.input<typeof paymentsSchema>;

const unconnected: Omit<Shown, 'plans_url' | 'key_rights' | 'new_key_url'> = {
  connected: false,
  mode: 'none',
  account_id: null,
  product_ids: [],
  currency: 'usd',
  grace_days: 7,
  trial_days: 0,
  on_unsubscribe: 'end',
  tax: 'none',
  notices: 'polled',
  answer_date: null,
  failing_since: null,
  trouble: '',
  notice_date: null,
  last_sweep: null,
};

/** Shows how the newsletter is connected to Stripe, without the key. */
export async function showPayments(
  { db, base_url }: Pick<StripeContext, 'db' | 'base_url'>,
  newsletter: Newsletter,
  known?: PaymentAccount,
): Promise<Shown> {
  const account = known ?? (await findAccount(db, newsletter.key));
  const always = {
    plans_url: plansAddress(base_url, newsletter),
    key_rights: [...neededRights],
    new_key_url: newKeyAddress,
  };
  if (!account) return { ...unconnected, ...always };
  const { mode, product_ids, currency, grace_days, trial_days, on_unsubscribe, tax } = account;
  const { answer_date, failing_since, trouble, notice_date } = account;
  return {
    ...always,
    connected: true,
    mode: mode as Shown['mode'],
    account_id: mode === 'practice' ? null : account.stripe_id,
    product_ids,
    currency,
    grace_days,
    trial_days,
    on_unsubscribe: on_unsubscribe as Shown['on_unsubscribe'],
    tax: tax as Shown['tax'],
    notices: account.endpoint_id === null ? 'polled' : 'pushed',
    answer_date,
    failing_since,
    trouble,
    notice_date,
    last_sweep: await findLastSweep(db, account.key),
  };
}
