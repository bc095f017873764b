import { sql } from 'kysely';
import { freeTypes, mailableTypes, payingTypes } from '../audience/subscribers/subscriber.ts';
import type { Database } from '../platform/database/connect.ts';
import type { SubscriberType } from '../platform/database/schema.ts';
import type { Email } from './email.ts';

type Addressing = Pick<Email, 'email_type' | 'should_send_teaser'>;

/** The types of subscribers that the email goes to; a premium one goes to the others as well where it has a teaser. */
export function audienceTypes({ email_type, should_send_teaser }: Addressing): readonly SubscriberType[] {
  switch (email_type) {
    case 'public':
    case 'private':
      return mailableTypes;
    case 'premium':
      return should_send_teaser ? mailableTypes : payingTypes;
    case 'free':
      return freeTypes;
    case 'churned':
      return ['churned'];
    case 'archival':
      return [];
  }
}

/** Whether who is of this type gets the short form of the email. */
export function getsTeaser({ email_type, should_send_teaser }: Addressing, type: SubscriberType): boolean {
  const paying: readonly SubscriberType[] = payingTypes;
  return email_type === 'premium' && should_send_teaser && !paying.includes(type);
}

/** The condition on `subscribers` that says who the email goes to by its type and its tags. */
export function inAudience(
  email: Addressing & Pick<Email, 'newsletter_key' | 'included_tags' | 'excluded_tags'>,
) {
  const { newsletter_key, included_tags, excluded_tags } = email;
  return sql<boolean>`newsletter_key = ${newsletter_key} and type = any(${audienceTypes(email)}::subscriber_type[])
    ${included_tags.length > 0 ? sql`and tags @> ${included_tags}::int[]` : sql``}
    ${excluded_tags.length > 0 ? sql`and not tags && ${excluded_tags}::int[]` : sql``}`;
}

/** How many are in the email's audience now. */
export async function countAudience(db: Database, email: Email): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from subscribers where ${inAudience(email)}`.execute(db);
  return rows[0]!.count;
}

/** How many of these subscribers are not in the email's audience. */
export async function countOutside(db: Database, email: Email, subscriber_keys: number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from subscribers
    where key = any(${subscriber_keys}::bigint[]) and not (${inAudience(email)})`.execute(db);
  return rows[0]!.count;
}
