import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../platform/database/connect.ts';
import { readPage } from '../platform/http/read-page.ts';
import type { HeldRecipient, heldFilters, Pending } from './hold.ts';

/** The recipients that an operator has to decide about. There are none unless the installation is on hold. */
const held = sql`
  select email_key, subscriber_key, 'written_again' as type, rewritten_outcomes.date
  from fence join rewritten_outcomes on rewritten_outcomes.date >= hold_date
  where state = 'hold'
  union all
  select chunk.email_key, subscriber_key, 'in_hand', null
  from fence
  join delivery_chunks chunk on next_attempt_date is not null and in_hand <> '{}'
  cross join lateral unnest(in_hand) as hand (key)
  join deliveries on deliveries.email_key = chunk.email_key and subscriber_key = hand.key and deliveries.status = 'planned'
  where fence.state = 'hold'`;

const newsletter = sql<HeldRecipient['newsletter']>`
  json_build_object('id', newsletters.id, 'username', newsletters.username, 'name', newsletters.name)`;

/** Counts the recipients of each email, the oldest email first: those whose outcome was written again, and those in hand. */
export async function countHeldRecipients(db: Database): Promise<Pending['recipients']> {
  const { rows } = await sql<Pending['recipients'][number]>`
    select emails.id, subject, ${newsletter} as newsletter, count(*) filter (where held.type = 'written_again') as written_again,
      count(*) filter (where held.type = 'in_hand') as in_hand
    from (${held}) held
    join emails on emails.key = email_key
    join newsletters on newsletters.key = newsletter_key
    group by emails.key, newsletters.key
    order by emails.key`.execute(db);
  return rows;
}

/** Lists a page of these recipients, email by email. An unknown email or type matches nobody. */
export async function listHeldRecipients(
  db: Database,
  { email, type, ...page }: z.output<typeof heldFilters>,
): Promise<{ results: HeldRecipient[]; count: number }> {
  let rows = db
    .selectFrom(sql<Pick<HeldRecipient, 'type' | 'date'> & Keys>`(${held})`.as('held'))
    .innerJoin('emails', 'emails.key', 'held.email_key')
    .innerJoin('newsletters', 'newsletters.key', 'emails.newsletter_key')
    // Looked up one by one: for a join, PostgreSQL may read all deliveries and subscribers.
    .innerJoinLateral(
      one =>
        one
          .selectFrom('deliveries')
          .select('deliveries.status')
          .whereRef('deliveries.email_key', '=', 'held.email_key')
          .whereRef('deliveries.subscriber_key', '=', 'held.subscriber_key')
          .limit(1)
          .as('delivery'),
      join => join.onTrue(),
    )
    .leftJoinLateral(
      one =>
        one
          .selectFrom('subscribers')
          .select(['subscribers.id', 'subscribers.email_address'])
          .whereRef('subscribers.key', '=', 'held.subscriber_key')
          .limit(1)
          .as('person'),
      join => join.onTrue(),
    )
    .select([
      sql<HeldRecipient['email']>`json_build_object('id', emails.id, 'subject', emails.subject)`.as('email'),
      newsletter.as('newsletter'),
      'person.id as subscriber_id',
      'person.email_address',
      'held.type',
      'delivery.status',
      'held.date',
    ])
    .orderBy('held.email_key')
    .orderBy('held.subscriber_key');
  if (email !== undefined) rows = rows.where(sql<boolean>`emails.id::text = ${email}`);
  if (type !== undefined) rows = rows.where(sql<boolean>`held.type = any(${type}::text[])`);
  return readPage(rows, page);
}

type Keys = { email_key: number; subscriber_key: number };
