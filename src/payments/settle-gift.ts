import type { Newsletter } from '../accounts/newsletter.ts';
import { findNewsletterOf } from '../accounts/queries.ts';
import { joiningType } from '../audience/standing/joining.ts';
import { confirmSubscription } from '../audience/subscribers/confirm.ts';
import { createSubscriber } from '../audience/subscribers/create.ts';
import { notePurchase } from '../audience/subscribers/customers.ts';
import { findSubscriber } from '../audience/subscribers/queries.ts';
import { type Subscriber, subscriberCreate } from '../audience/subscribers/subscriber.ts';
import { requestLetter, scheduleLetters } from '../letters/request.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import type { PaymentAccount } from './account.ts';
import { findAccountByKey, holdAccount } from './account-queries.ts';
import { endOf, type Gift, type Lasts } from './gift.ts';
import { findBuyer, lockGift, noteAccepted, notePaid, noteRefunded } from './gift-queries.ts';
import { settleRight } from './rights.ts';
import type { SessionFacts } from './session.ts';

/** Updates a gift after a read of its checkout. If it is paid for, both people are told; if it was paid back, it is over. */
export async function settleGift(
  trx: Database,
  account: PaymentAccount,
  session_id: string,
  facts: SessionFacts & { gift: string },
  now: Date,
): Promise<void> {
  const gift = await lockGift(trx, facts.gift);
  if (gift?.account_key !== account.key || gift.state === 'refunded') return;
  if (facts.is_refunded) {
    await noteRefunded(trx, gift.key);
    if (gift.recipient_key !== null) await settleRight(trx, account, { ...rightOf(gift), wanted: null }, now);
    return;
  }
  if (!facts.is_paid || !(await notePaid(trx, gift.key, session_id, now))) return;
  await requestLetter(trx, 'mail_gift_bought', gift.id);
  await scheduleLetters(trx, 'mail_gift_offer', [{ subject: gift.id, date: gift.deliver_date }]);
}

type Accepting = { db: Database; clock: Clock; secret: Secret };

/** The result of an attempt to accept a gift. */
export type Accepted = { gift: Gift; subscriber: Subscriber } | 'over';

/**
 * Gives the gift to the owner of its address, who has its link from a mail to that address, and subscribes them if they are not subscribed.
 * Its time begins now. Repeating this changes nothing. `over` means that the gift was paid back, or is not paid for.
 */
export async function acceptGift({ db, clock, secret }: Accepting, id: string): Promise<Accepted> {
  return inTransaction(db, async trx => {
    const now = clock();
    const found = await lockGift(trx, id);
    const account = found && (await findAccountByKey(trx, found.account_key));
    if (!found || !account || !(await holdAccount(trx, account.key))) return 'over';
    if (found.state !== 'paid' && found.state !== 'accepted') return 'over';
    const newsletter = await findNewsletterOf(trx, account);
    const subscriber = await demandReader(trx, newsletter, found.recipient_address, secret, now);
    if (found.state === 'accepted') return { gift: found, subscriber };
    const end_date = endOf(found.lasts as Lasts, now, newsletter.timezone);
    await noteAccepted(trx, found.key, { recipient_key: subscriber.key, end_date }, now);
    const gift: Gift = {
      ...found,
      state: 'accepted',
      recipient_key: subscriber.key,
      accepted_date: now.toISOString(),
      end_date,
    };
    const wanted = { state: 'running', end_date, grace_until: null } as const;
    await settleRight(trx, account, { ...rightOf(gift), wanted }, now);
    const buyer = await findBuyer(trx, gift);
    await notePurchase(trx, subscriber.key, {
      purchased_by: buyer?.id ?? null,
      purchased_message: gift.message,
    });
    await requestLetter(trx, 'mail_gift_accepted', gift.id);
    return { gift, subscriber };
  });
}

function rightOf({ session_id, recipient_key, accepted_date, message }: Gift) {
  const start_date = accepted_date!;
  return {
    object_id: session_id!,
    subscriber_key: recipient_key,
    kind: 'gift' as const,
    start_date,
    again_date: start_date,
    message,
  };
}

/** Returns the subscriber with the address; creates one if there is none. Afterwards they get mail, unless they have left. */
async function demandReader(
  trx: Database,
  newsletter: Newsletter,
  email_address: string,
  secret: Secret,
  now: Date,
): Promise<Subscriber> {
  const present = await findSubscriber(trx, newsletter.key, email_address);
  if (present) {
    await confirmSubscription(trx, newsletter, present.id, () => true, now);
    return present;
  }
  const input = subscriberCreate.parse({ email_address, type: joiningType(newsletter) });
  return createSubscriber(trx, newsletter, input, {
    secret,
    source: 'stripe',
    collision: 'add',
    now,
    by: '',
  });
}
