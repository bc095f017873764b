import { isOwner, type Owner } from '../../links/owner.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { settleOnConfirmation } from '../referrals/settle.ts';
import { confirmSubscription, isConfirmable } from '../subscribers/confirm.ts';
import { type Asked, findAsked } from './queries.ts';

/** Whom and which newsletter the confirmation link is valid for; undefined if the link is not valid. Changes nothing. */
export async function findConfirmable(
  db: Database,
  secret: Secret,
  confirmation: Owner,
): Promise<Asked | undefined> {
  const asked = await findAsked(db, confirmation.subscriber_id);
  if (!asked || !isConfirmable(asked.subscriber)) return undefined;
  return isOwner(secret, confirmation, asked.subscriber.normal_address) ? asked : undefined;
}

/**
 * Subscribes the owner of the link, from this address; confirming twice changes nothing. Returns whom and which newsletter, or undefined,
 * changing nothing, if the link is no longer valid.
 */
export async function confirmByLink(
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
