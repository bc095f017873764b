import { sql } from 'kysely';
import { type Bounds, boundsSchema, countsRecipients, isBounded, unapproved } from '../accounts/bounds.ts';
import { findBounds } from '../accounts/key-queries.ts';
import type { Newsletter } from '../accounts/newsletter.ts';
import { listTagKeys } from '../audience/tags/queries.ts';
import { counted } from '../platform/counted.ts';
import type { Database } from '../platform/database/connect.ts';
import { deleteSome } from '../platform/database/delete-some.ts';
import { DomainError } from '../platform/errors.ts';
import { audienceFilter, demandsTag } from './audience.ts';
import type { Email } from './email.ts';

/** A key or a person with limits. What people have mailed is not counted: they have no `key` here. */
export type BoundKey = { key: number | null; bounds: Bounds };

/**
 * The key or person with this id, if anything limits it in the newsletter, valid or not. With `held`, it is locked until
 * the transaction ends, so that nobody else counts what it mails. To lock an email too, lock this first.
 */
export async function findBoundKey(
  db: Database,
  newsletter_key: number,
  id: string | null,
  { held }: { held: boolean },
): Promise<BoundKey | undefined> {
  const row = id === null ? undefined : await findBounds(db, newsletter_key, id, { held });
  if (!row) return undefined;
  const bounds = boundsSchema.parse(row.bounds);
  return isBounded(bounds) ? { key: row.key, bounds } : undefined;
}

/** Every send needs an approval, even to nobody: it is public all the same. */
export const everySend = -1;

/** The number of recipients above which a send needs an approval: `everySend` if each does, null if none does. */
export function thresholdOf(
  { approval_threshold }: Pick<Newsletter, 'approval_threshold'>,
  bound: BoundKey | undefined,
): Pick<Newsletter, 'approval_threshold'> {
  return { approval_threshold: bound?.bounds.needs_approval ? everySend : approval_threshold };
}

/** Throws `forbidden` for callers whose sends need an approval, where nothing can be approved. */
export function refuseUnapproved({ bounds }: BoundKey): void {
  if (bounds.needs_approval)
    throw new DomainError(
      'forbidden',
      'Your sends need an approval (bounds.needs_approval), which is not possible for this one. Ask an owner or editor of the newsletter to send it.',
    );
}

/** Throws `forbidden` if the key or person with this id changes what readers already see and needs an approval for it. */
export async function demandApproved(
  trx: Database,
  newsletter_key: number,
  by: string | null,
): Promise<void> {
  const bound = await findBoundKey(trx, newsletter_key, by, { held: false });
  if (bound?.bounds.needs_approval) throw unapproved('so you can change and delete only drafts');
}

/** Throws `forbidden` for a key that can only write drafts. */
export function refuseDraftsOnly({ bounds }: BoundKey): void {
  if (bounds.drafts_only)
    throw new DomainError(
      'forbidden',
      'This key can only write drafts (bounds.drafts_only). Send the email with another key.',
    );
}

/** Throws `bound_exceeded` unless everybody whom the email's tags or filters select has one of the key's tags. */
export async function demandTags(db: Database, { bounds }: BoundKey, email: Email): Promise<void> {
  if (bounds.tags === null) return;
  const keys = await listTagKeys(db, email.newsletter_key, bounds.tags);
  if (demandsTag(await audienceFilter(db, email), keys)) return;
  throw new DomainError(
    'bound_exceeded',
    `included_tags: this key can mail only people with certain tags (bounds.tags: ${bounds.tags.join(', ')}). Include one of these tags, or use filters that require one.`,
  );
}

/** Throws `bound_exceeded` unless each of these subscribers has one of the key's tags. */
export async function demandTagged(
  db: Database,
  { bounds }: BoundKey,
  newsletter_key: number,
  subscriber_keys: number[],
): Promise<void> {
  if (bounds.tags === null) return;
  const keys = await listTagKeys(db, newsletter_key, bounds.tags);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from subscribers
    where key = any(${subscriber_keys}::bigint[]) and not tags && ${keys}::int[]`.execute(db);
  if (rows[0]!.count > 0)
    throw new DomainError(
      'bound_exceeded',
      `This key can mail only people with certain tags (bounds.tags: ${bounds.tags.join(', ')}), and ${rows[0]!.count} of these people have none of them. Choose others.`,
    );
}

/**
 * Throws `bound_exceeded` if the key, after mailing `more` people for the email, or without an email, would exceed one
 * of its bounds. The daily bound is checked only for what goes out `now`.
 */
export async function demandRoom(
  db: Database,
  { key, bounds }: BoundKey,
  email_key: number | null,
  more: number,
  { now }: { now: boolean },
): Promise<void> {
  if (more <= 0 || key === null || !countsRecipients(bounds)) return;
  const { most_recipients, most_recipients_a_day } = bounds;
  const total = more + (email_key === null ? 0 : await countOwn(db, key, email_key));
  if (most_recipients !== null && total > most_recipients)
    throw new DomainError(
      'bound_exceeded',
      `The email would go to ${counted(total, 'recipient')}, but the key may mail at most ${most_recipients} with one send (bounds.most_recipients). Narrow the audience, or use another key.`,
    );
  if (most_recipients_a_day === null) return;
  const used = now ? await countDay(db, key) : 0;
  if (used + more > most_recipients_a_day)
    throw new DomainError(
      'bound_exceeded',
      `The email would go to ${counted(more, 'recipient')}, but the key may mail only ${most_recipients_a_day - used} more within these 24 hours (bounds.most_recipients_a_day). Narrow the audience, wait, or use another key.`,
    );
}

/** Like demandRoom for what goes out now, and counts these people as mailed. The key is locked. */
export async function spend(
  trx: Database,
  bound: BoundKey,
  email_key: number | null,
  more: number,
): Promise<void> {
  refuseDraftsOnly(bound);
  await demandRoom(trx, bound, email_key, more, { now: true });
  if (more <= 0 || bound.key === null || !countsRecipients(bound.bounds)) return;
  await trx
    .insertInto('counted_recipients')
    .values({ api_key_key: bound.key, email_key, count: more })
    .execute();
}

/** How many of the email's recipients the key has mailed. */
export async function countOwn(db: Database, api_key_key: number | null, email_key: number): Promise<number> {
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
  return deleteSome(db, 'counted_recipients', ['key'], old, limit);
}
