import { sql } from 'kysely';
import type { Grant } from '../audience/standing/grant.ts';
import { insertGrants, revokeGrants } from '../audience/standing/queries.ts';
import { lockSubscribers } from '../audience/subscribers/queries.ts';
import { settleStandings } from '../audience/subscribers/settle.ts';
import type { Database } from '../platform/database/connect.ts';
import type { GrantKind } from '../platform/database/schema.ts';
import { newId } from '../platform/ids.ts';
import { type PaymentAccount, sourceOf } from './account.ts';
import type { WantedGrant } from './facts.ts';

/** The right that follows from one object of Stripe, as it was just read. */
export type Right = {
  object_id: string;
  /** The payer; null if nobody is known to be the payer, or they were deleted. */
  subscriber_key: number | null;
  kind: GrantKind;
  /** When the first right of the object began. */
  start_date: string;
  /**
   * When a further right of the object began, unless the end of the one before says so: it is known only afterwards that a payment was
   * resumed.
   */
  again_date: string;
  /** A message for the reader that comes with a gift. */
  message?: string;
  wanted: WantedGrant | null;
};

/**
 * Brings the object's grants in line with the right that it gives now, and then the standing of its payer. Grants are never changed:
 * another right revokes the former grant and begins where that one ends. Repeating this changes nothing.
 */
export async function settleRight(
  trx: Database,
  account: PaymentAccount,
  { object_id, subscriber_key, kind, start_date, again_date, message = '', wanted }: Right,
  now: Date,
): Promise<void> {
  const { newsletter_key } = account;
  const source = sourceOf(account);
  const former = await grantsOfObject(trx, newsletter_key, source, object_id);
  const concerned = new Set(former.map(grant => grant.subscriber_key));
  if (subscriber_key !== null) concerned.add(subscriber_key);
  if (concerned.size === 0) return;
  await lockSubscribers(trx, newsletter_key, [...concerned]);
  const open = former.filter(({ revoked_date }) => revoked_date === null);
  const stays = open.find(grant => grant.subscriber_key === subscriber_key && isSame(grant, wanted));
  const outdated = open.filter(grant => grant !== stays);
  if (outdated.length === 0 && (stays || wanted === null || subscriber_key === null)) return;
  await revokeGrants(
    trx,
    outdated.map(({ key }) => key),
    { revoked_by: '', revoked_reason: '', is_void: false },
    now,
  );
  if (!stays && wanted && subscriber_key !== null)
    await insertGrants(trx, [
      {
        id: newId(),
        newsletter_key,
        subscriber_key,
        kind,
        source,
        message,
        ...wanted,
        reference: former.length === 0 ? object_id : `${object_id}/${former.length + 1}`,
        start_date:
          former.length === 0 ? start_date : outdated.some(isGiving) ? now.toISOString() : again_date,
      },
    ]);
  await settleStandings(trx, newsletter_key, [...concerned], now);
}

/** Whether the grant gives access while it holds. */
function isGiving({ state }: Grant): boolean {
  return state !== 'paused' && state !== 'unpaid';
}

function isSame(grant: Grant, wanted: WantedGrant | null): boolean {
  return (
    wanted !== null &&
    grant.state === wanted.state &&
    grant.end_date === wanted.end_date &&
    grant.grace_until === wanted.grace_until
  );
}

/** Lists all grants that the object has given, the oldest first. */
async function grantsOfObject(
  trx: Database,
  newsletter_key: number,
  source: string,
  object_id: string,
): Promise<Grant[]> {
  return (
    trx
      .selectFrom('grants')
      .selectAll()
      .where('newsletter_key', '=', newsletter_key)
      .where('source', '=', source)
      // This must be the expression of the index grants_object.
      .where(sql`split_part(reference, '/', 1)`, '=', object_id)
      .orderBy('key')
      .execute()
  );
}
