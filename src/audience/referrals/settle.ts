import { recordEvent } from '../../journal/record.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';
import { networksOf } from './note.ts';
import {
  countReferrals,
  haveBeenIn,
  holdOpenReferral,
  listCountedAddresses,
  listOwnAddresses,
  type Open,
  settleReferral,
} from './queries.ts';
import { mailboxOf, type Refusal } from './referral.ts';

/**
 * Decides, when somebody confirms from this address, whether they count for the reader who brought them. If so, the journal says how many
 * people that reader has brought by now. Each number occurs once.
 */
export async function settleOnConfirmation(
  trx: Database,
  { key, id, newsletter_key, normal_address }: Subscriber,
  { ip_address, now }: { ip_address: string; now: Date },
): Promise<void> {
  const open = await holdOpenReferral(trx, key);
  if (!open) return;
  const networks = [...new Set([...open.networks, ...networksOf([ip_address])])];
  const refusal = await findRefusal(trx, { ...open, networks }, normal_address);
  await settleReferral(trx, key, { networks, refusal, settled_date: now.toISOString() });
  if (refusal !== null) return;
  await recordEvent(trx, newsletter_key, {
    event_type: 'subscriber.referred',
    subscriber_id: open.referrer_id,
    data: { referred_id: id, referral_count: await countReferrals(trx, open.referrer_key) },
  });
}

async function findRefusal(trx: Database, referral: Open, normal_address: string): Promise<Refusal | null> {
  const { referrer_key, referrer_address, networks } = referral;
  const mailboxes = [referrer_address, ...(await listCountedAddresses(trx, referrer_key))].map(mailboxOf);
  if (mailboxes.includes(mailboxOf(normal_address))) return 'same_mailbox';
  const own = networksOf(await listOwnAddresses(trx, referrer_key));
  const isKnown = networks.some(network => own.includes(network));
  return isKnown || (await haveBeenIn(trx, referrer_key, networks)) ? 'same_network' : null;
}
