import { sql } from 'kysely';
import { type Bounds, countsRecipients, isBounded } from '../accounts/bounds.ts';
import { boundedLinks, findBounds, findChain, type Link } from '../accounts/chain.ts';
import { authorOf, demandContent } from '../accounts/content.ts';
import type { Newsletter } from '../accounts/newsletter.ts';
import { listTagKeys } from '../audience/tags/queries.ts';
import type { Database } from '../platform/database/connect.ts';
import { deleteSome } from '../platform/database/delete-some.ts';
import { type DomainError, domainError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { audienceFilter, demandsTag } from './audience.ts';
import type { Email } from './email.ts';

/**
 * A key or a person with limits. The chain is the key and the keys it goes back to, as far as they have bounds: the people whom the key
 * mails count for each of them. Mail by people is not counted, so a person's chain is empty.
 */
export type BoundKey = { bounds: Bounds; chain: Pick<Link, 'key' | 'bounds'>[] };

/**
 * Finds the key or person with this id, if anything limits it in the newsletter, valid or not. With `held`, its chain is locked until the
 * transaction ends, so that nobody else counts its mail. To lock an email too, lock the chain first.
 */
export async function findBoundKey(
  db: Database,
  newsletter_key: number,
  id: string | null,
  { held }: { held: boolean },
): Promise<BoundKey | undefined> {
  if (id === null) return undefined;
  const chain = await findChain(db, id, { held });
  const bounds = await findBounds(db, newsletter_key, id, chain);
  return bounds && isBounded(bounds) ? { bounds, chain: boundedLinks(chain) } : undefined;
}

/** The threshold of callers whose every send needs approval, even one to nobody, because it is still published. */
export const everySend = -1;

/** Returns the number of recipients above which a send needs approval: `everySend` if each does, null if none does. */
export function thresholdOf(
  { approval_threshold }: Pick<Newsletter, 'approval_threshold'>,
  bound: BoundKey | undefined,
): Pick<Newsletter, 'approval_threshold'> {
  return { approval_threshold: bound?.bounds.needs_approval ? everySend : approval_threshold };
}

/** Throws `forbidden` for callers whose sends need approval, in places where nothing can be approved. */
export function refuseUnapproved({ bounds }: BoundKey): void {
  if (bounds.needs_approval) throw domainError('forbidden', 'emails.approval_impossible');
}

/**
 * Throws `forbidden` if the key or person `by` has bounds and changes what readers already see, unless `by` itself requested that send, and
 * needs no approval.
 */
export async function demandPublic(
  trx: Database,
  newsletter_key: number,
  by: string | null,
  asked_by: string | null,
): Promise<void> {
  const author = await authorOf(trx, newsletter_key, by);
  if (author) await demandContent(trx, author, async () => [asked_by], sentence('people.why_email'));
}

/** Throws `forbidden` for a key that can only write drafts. */
export function refuseDraftsOnly({ bounds }: BoundKey): void {
  if (bounds.drafts_only) throw domainError('forbidden', 'emails.drafts_only');
}

/** Throws `bound_exceeded` unless everybody selected by the email's tags or filters has one of the key's tags. */
export async function demandTags(db: Database, { bounds }: BoundKey, email: Email): Promise<void> {
  if (bounds.tags === null) return;
  const keys = await listTagKeys(db, email.newsletter_key, bounds.tags);
  if (demandsTag(await audienceFilter(db, email), keys)) return;
  throw domainError('bound_exceeded', 'emails.tags_needed', { tags: bounds.tags.join(', ') });
}

/** Throws `bound_exceeded` unless each of these subscribers has one of the key's tags. */
export async function demandTagged(
  db: Database,
  { bounds }: BoundKey,
  newsletter_key: number,
  subscriber_keys: number[],
): Promise<void> {
  if (bounds.tags === null) return;
  const tagged = await listTagged(db, bounds.tags, newsletter_key, subscriber_keys);
  if (tagged.length < subscriber_keys.length)
    throw untagged(bounds.tags, subscriber_keys.length - tagged.length);
}

/** Lists those of these subscribers whom the key may mail now, as many as its bounds allow. */
export async function listAllowed(
  db: Database,
  { bounds, chain }: BoundKey,
  newsletter_key: number,
  email_key: number,
  subscriber_keys: number[],
): Promise<number[]> {
  const tagged =
    bounds.tags === null
      ? subscriber_keys
      : await listTagged(db, bounds.tags, newsletter_key, subscriber_keys);
  const rooms = await Promise.all(chain.map(link => roomOf(db, link, email_key)));
  return tagged.slice(0, Math.max(0, Math.min(tagged.length, ...rooms)));
}

async function listTagged(
  db: Database,
  tags: string[],
  newsletter_key: number,
  subscriber_keys: number[],
): Promise<number[]> {
  const keys = await listTagKeys(db, newsletter_key, tags);
  const { rows } = await sql<{ key: number }>`
    select key from subscribers where key = any(${subscriber_keys}::bigint[]) and tags && ${keys}::int[]
    order by key`.execute(db);
  return rows.map(({ key }) => key);
}

/** Returns how many more people this key may mail now with the email. */
async function roomOf(
  db: Database,
  { key, bounds: { most_recipients, most_recipients_a_day } }: BoundKey['chain'][number],
  email_key: number,
): Promise<number> {
  return Math.min(
    most_recipients === null
      ? Number.POSITIVE_INFINITY
      : most_recipients - (await countOf(db, key, email_key)),
    most_recipients_a_day === null
      ? Number.POSITIVE_INFINITY
      : most_recipients_a_day - (await countDay(db, key)),
  );
}

/** Returns the refusal of mail to `count` people who have none of the key's tags. */
export function untagged(tags: string[], count: number): DomainError {
  return domainError('bound_exceeded', 'emails.tags_lacking', { tags: tags.join(', '), count });
}

/**
 * Throws `bound_exceeded` if the key, after mailing `more` people for the email, or without an email, would exceed a bound of
 * its chain. The daily bound is checked only for what goes out `now`.
 */
export async function demandRoom(
  db: Database,
  { chain }: BoundKey,
  email_key: number | null,
  more: number,
  { now }: { now: boolean },
): Promise<void> {
  if (more > 0) for (const link of chain) await demandRoomOf(db, link, email_key, more, now);
}

async function demandRoomOf(
  db: Database,
  { key, bounds }: BoundKey['chain'][number],
  email_key: number | null,
  more: number,
  now: boolean,
): Promise<void> {
  const { most_recipients, most_recipients_a_day } = bounds;
  if (most_recipients !== null) {
    const total = more + (email_key === null ? 0 : await countOf(db, key, email_key));
    if (total > most_recipients)
      throw domainError('bound_exceeded', 'emails.too_many_recipients', { total, most: most_recipients });
  }
  if (most_recipients_a_day === null) return;
  const used = now ? await countDay(db, key) : 0;
  if (used + more > most_recipients_a_day)
    throw domainError('bound_exceeded', 'emails.too_many_today', {
      count: more,
      left: most_recipients_a_day - used,
    });
}

/** Like demandRoom, for mail that goes out now, but also counts these people as mailed. The chain is locked. */
export async function spend(
  trx: Database,
  bound: BoundKey,
  email_key: number | null,
  more: number,
): Promise<void> {
  refuseDraftsOnly(bound);
  await demandRoom(trx, bound, email_key, more, { now: true });
  const counting = bound.chain.filter(({ bounds }) => countsRecipients(bounds));
  if (more <= 0 || counting.length === 0) return;
  await trx
    .insertInto('counted_recipients')
    .values(counting.map(({ key }) => ({ api_key_key: key, email_key, count: more })))
    .execute();
}

/** Counts the email's recipients whom the key's chain has mailed. */
export async function countOwn(db: Database, { chain }: BoundKey, email_key: number): Promise<number> {
  const root = chain.findLast(({ bounds }) => countsRecipients(bounds));
  return root ? countOf(db, root.key, email_key) : 0;
}

async function countOf(db: Database, api_key_key: number, email_key: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::int as count from counted_recipients
    where api_key_key = ${api_key_key} and email_key = ${email_key}`.execute(db);
  return rows[0]!.count;
}

async function countDay(db: Database, api_key_key: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::int as count from counted_recipients
    where api_key_key = ${api_key_key} and creation_date > now() - interval '24 hours'`.execute(db);
  return rows[0]!.count;
}

/**
 * Deletes at most `limit` counts from before that time of people who were mailed without an email. Returns how many.
 */
export async function pruneCounted(db: Database, before: Date, limit: number): Promise<number> {
  const old = sql`email_key is null and creation_date < ${before.toISOString()}`;
  return deleteSome(db, 'counted_recipients', old, limit);
}
