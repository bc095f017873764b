import { sql } from 'kysely';
import { findNewsletterOf } from '../accounts/queries.ts';
import { type NoticeContext, ownerNotice } from '../domains/mail-owner.ts';
import type { Printer } from '../letters/letter.ts';
import { requestLetter } from '../letters/request.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { day_ms, hour_ms } from '../platform/durations.ts';
import { counted } from '../platform/sentences/counted.ts';
import type { Drift, PaymentAccount } from './account.ts';
import { findAccountById, updateAccount } from './account-queries.ts';
import { findLastSweep } from './sweep-queries.ts';

/** How long a drift may last before the owner is told. */
const patience_ms = hour_ms;

/**
 * Tells the owner by mail about drifts that already existed an hour ago, each once, and sets when the next comparison is due: after an hour
 * while there are drifts that the owner has not been told of, and otherwise after a day.
 */
export async function followDrifts(
  db: Database,
  { key, id }: Pick<PaymentAccount, 'key' | 'id'>,
  drifts: readonly Drift[],
  now: Date,
): Promise<void> {
  await inTransaction(db, async trx => {
    const before = new Set((await driftsBefore(trx, key, now)).map(nameOf));
    const { drifts_told } = (await findAccountById(trx, id))!;
    const present = drifts.map(nameOf);
    const fresh = present.filter(name => before.has(name) && !drifts_told.includes(name));
    const told = present.filter(name => drifts_told.includes(name) || fresh.includes(name));
    if (fresh.length > 0) await requestLetter(trx, 'tell_drifts', id);
    const wait_ms = present.some(name => !told.includes(name)) ? patience_ms : day_ms;
    await updateAccount(trx, key, {
      drifts_told: told,
      sweep_date: new Date(now.getTime() + wait_ms).toISOString(),
    });
  });
}

function nameOf({ kind, subscription_id }: Drift): string {
  return `${kind} ${subscription_id}`;
}

/** Returns the drifts in the newest comparison that is at least an hour old. */
async function driftsBefore(db: Database, account_key: number, now: Date): Promise<Drift[]> {
  const { rows } = await sql<{ drifts: Drift[] }>`
    select drifts from payment_sweeps
    where account_key = ${account_key} and sweep_date <= ${new Date(now.getTime() - patience_ms).toISOString()}
    order by key desc limit 1`.execute(db);
  return rows[0]?.drifts ?? [];
}

/** The meaning of each drift for the owner, and the remedy. */
const meanings: Record<Drift['kind'], string> = {
  differs: 'What Postrider has stored differs from Stripe, even after it was read again.',
  unknown: 'Postrider does not know this subscription, even after it was read.',
  vanished: 'Stripe no longer lists a subscription that runs here.',
  two_running: 'Somebody pays twice. Refund and end one of the subscriptions in the Stripe Dashboard.',
  without_subscriber: 'Somebody pays but matches no known subscriber. Link them: POST /v1/payments/adopt.',
  foreign_fee:
    'Another service still takes a share of each payment. Ask it to remove its fee without ending the subscription.',
  other_currency: 'The currency of the subscription is not that of the newsletter.',
};

/** Prints the letter that tells the newsletter's owner which drifts have lasted for an hour, if there still are any. */
export function printDrifts({ db, clock, base_url }: NoticeContext): Printer {
  return async ({ subject: account_id }) => {
    const account = await findAccountById(db, account_id);
    const drifts = account ? ((await findLastSweep(db, account.key))?.drifts ?? []) : [];
    if (!account || drifts.length === 0) return undefined;
    const newsletter = await findNewsletterOf(db, account);
    const byKind = [...Map.groupBy(drifts, ({ kind }) => kind)];
    const notice = {
      about: 'drifts',
      subject: `${newsletter.name}: payments differ from Stripe`,
      paragraphs: [
        `The comparison of ${newsletter.name} with Stripe has found the same ${drifts.length === 1 ? 'difference' : 'differences'} for more than an hour.`,
        ...byKind.map(([kind, some]) => {
          const ids = some.slice(0, 10).map(one => one.subscription_id);
          const more = some.length > ids.length ? ` and ${some.length - ids.length} more` : '';
          return `${counted(some.length, 'subscription')}: ${meanings[kind]} ${ids.join(', ')}${more}.`;
        }),
        { url: `${base_url}/dashboard/${newsletter.username}/settings/payments` },
      ],
    };
    return ownerNotice(newsletter, notice, clock());
  };
}
