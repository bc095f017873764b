import type { z } from 'zod';
import type { Database } from '../platform/database/connect.ts';
import type { PaymentAccount, paymentsSchema } from './account.ts';
import { findLastSweep } from './queries.ts';

type Shown = z.input<typeof paymentsSchema>;

const unconnected: Shown = {
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

/** How the newsletter is connected with Stripe, without the key. */
export async function showPayments(db: Database, account: PaymentAccount | undefined): Promise<Shown> {
  if (!account) return unconnected;
  const { mode, product_ids, currency, grace_days, trial_days, on_unsubscribe, tax } = account;
  const { answer_date, failing_since, trouble, notice_date } = account;
  return {
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
