import type { Database } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { Grant } from '../standing/grant.ts';
import { grantsOf, insertGrants, revokeGrants } from '../standing/queries.ts';
import { lockSubscribers } from '../subscribers/queries.ts';
import { settleStandings } from '../subscribers/settle.ts';
import { announceGifts } from './announce.ts';
import type { Asking } from './give.ts';

/** The gift that everybody gets: its end, and a message. */
export type Gift = { end_date: string | null; message: string };

/** Which of the people named exist, and which have been changed. */
type Given = { present: number[]; changed: Set<number> };

/** Gives each of these subscribers a gift from now on. Subscribers whose gift lasts at least as long keep it. */
export async function giveMany(
  trx: Database,
  { newsletter_key, by, now }: Asking,
  keys: number[],
  { end_date, message }: Gift,
): Promise<Given> {
  const people = await lockSubscribers(trx, newsletter_key, keys);
  const grants = await grantsOf(trx, keys);
  const lasts = (grant: Grant) =>
    isOpenGift(grant, now) && Date.parse(grant.start_date) <= now.getTime() && lastsUntil(grant, end_date);
  const lacking = people.filter(({ key }) => !grants.get(key)?.some(lasts));
  const gifts = await insertGrants(
    trx,
    lacking.map(({ key }) => {
      const id = newId();
      return {
        id,
        newsletter_key,
        subscriber_key: key,
        ...{ kind: 'gift', source: 'gift', reference: id, end_date, message },
        start_date: now.toISOString(),
        created_by: by,
      } as const;
    }),
  );
  await announceGifts(trx, gifts, now);
  return settled(trx, newsletter_key, people, lacking, now);
}

/** Takes back all gifts and free access that each of these subscribers has, from now on. What they pay for stays. */
export async function takeBackMany(
  trx: Database,
  { newsletter_key, by, now }: Asking,
  keys: number[],
): Promise<Given> {
  const people = await lockSubscribers(trx, newsletter_key, keys);
  const grants = await grantsOf(trx, keys);
  const gifts = (key: number) => (grants.get(key) ?? []).filter(grant => isOpenGift(grant, now));
  const having = people.filter(({ key }) => gifts(key).length > 0);
  const all = having.flatMap(({ key }) => gifts(key).map(grant => grant.key));
  await revokeGrants(trx, all, { revoked_by: by, revoked_reason: '', is_void: false }, now);
  return settled(trx, newsletter_key, people, having, now);
}

type Person = { key: number };

async function settled(
  trx: Database,
  newsletter_key: number,
  people: Person[],
  changed: Person[],
  now: Date,
): Promise<Given> {
  const keys = changed.map(({ key }) => key);
  await settleStandings(trx, newsletter_key, keys, now);
  return { present: people.map(({ key }) => key), changed: new Set(keys) };
}

/** Whether it is a gift that has not ended, although it may begin later. */
function isOpenGift({ kind, end_date, revoked_date }: Grant, now: Date): boolean {
  const isGift = kind === 'gift' || kind === 'comp';
  return isGift && revoked_date === null && (end_date === null || Date.parse(end_date) > now.getTime());
}

function lastsUntil(grant: Grant, end_date: string | null): boolean {
  return grant.end_date === null || (end_date !== null && Date.parse(grant.end_date) >= Date.parse(end_date));
}
