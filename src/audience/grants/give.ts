import { type Author, refuseBounded } from '../../accounts/content.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { DomainError, domainError, found } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { Grant, GrantCreate } from '../standing/grant.ts';
import { findGrant, grantsOf, insertGrants, revokeGrants } from '../standing/queries.ts';
import { lockSubscriber } from '../subscribers/queries.ts';
import { settleStandings } from '../subscribers/settle.ts';
import { announceGifts } from './announce.ts';

/** The newsletter, who makes the request, and when. */
export type Asking = { newsletter_key: number; by: string; now: Date };

/** Throws `forbidden` if the caller has bounds: a gift is mailed, with words that nobody has approved. */
export function refuseBoundedGift(caller: Pick<Author, 'bounds'>): void {
  refuseBounded(caller, sentence('people.why_gift'));
}

/** The most grants of one person: each is read whenever their standing is found. */
const mostGrants = 1000;

/**
 * Gives the subscriber a right, from `start_date` or now on. If the source has already given a grant with this reference, nothing changes
 * and that grant is returned. Throws `not_found`, `grant_reference_taken` if that grant is somebody else's, and `request_invalid` for an
 * end before the start.
 */
export async function giveGrant(
  db: Database,
  { newsletter_key, by, now }: Asking,
  word: string,
  { kind, state, source, message, ...wish }: GrantCreate,
): Promise<{ grant: Grant; is_new: boolean }> {
  const id = newId();
  const { reference = id, start_date, end_date = null } = wish;
  const start = start_date ?? now.toISOString();
  if (end_date !== null && Date.parse(end_date) <= Date.parse(start))
    throw domainError('request_invalid', 'audience.grant_ends_first');
  return inTransaction(db, async trx => {
    const subscriber = found(await lockSubscriber(trx, newsletter_key, word), 'subscriber');
    const present = (await grantsOf(trx, [subscriber.key])).get(subscriber.key) ?? [];
    const same = present.find(grant => grant.source === source && grant.reference === reference);
    if (same) return { grant: same, is_new: false };
    if (present.length >= mostGrants)
      throw domainError('request_invalid', 'audience.too_many_grants', { most: mostGrants });
    const [grant] = await insertGrants(trx, [
      {
        id,
        newsletter_key,
        subscriber_key: subscriber.key,
        ...{ kind, state, source, reference, message, end_date },
        start_date: start,
        created_by: by,
      },
    ]);
    if (!grant) throw await taken(trx, newsletter_key, source, reference);
    await settleStandings(trx, newsletter_key, [subscriber.key], now);
    await announceGifts(trx, [grant], now);
    return { grant, is_new: true };
  });
}

async function taken(trx: Database, newsletter_key: number, source: string, reference: string) {
  const grant = await findGrant(trx, newsletter_key, source, reference);
  return new DomainError(
    'grant_reference_taken',
    sentence('audience.grant_reference_taken'),
    grant && { grant_id: grant.id },
  );
}

/**
 * Revokes the grant from now on; a grant that has been revoked stays as it was. A reader who paid for it and has nothing else that is paid
 * for has churned. Throws `not_found`.
 */
export async function revokeGrant(
  db: Database,
  { newsletter_key, by, now }: Asking,
  word: string,
  grant_id: string,
  revoked_reason: string,
): Promise<Grant> {
  return inTransaction(db, async trx => {
    const subscriber = found(await lockSubscriber(trx, newsletter_key, word), 'subscriber');
    const isMeant = ({ id }: Grant) => id === grant_id.toLowerCase();
    const present = found(
      (await grantsOf(trx, [subscriber.key])).get(subscriber.key)?.find(isMeant),
      'grant',
    );
    await revokeGrants(trx, [present.key], { revoked_by: by, revoked_reason, is_void: false }, now);
    await settleStandings(trx, newsletter_key, [subscriber.key], now);
    return (await grantsOf(trx, [subscriber.key])).get(subscriber.key)!.find(isMeant)!;
  });
}
