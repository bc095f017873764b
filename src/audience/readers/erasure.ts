import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { found } from '../../platform/errors.ts';
import { timestamp } from '../../platform/http/fields.ts';
import type { Pages } from '../../platform/http/public-pages.ts';
import type { Words } from '../../platform/languages/catalogue.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { eraseFrom } from '../replies/queries.ts';
import { lockSubscriber } from '../subscribers/queries.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';
import { deleteSubscribers } from '../subscribers/update-many.ts';
import type { Ledger } from './ledger.ts';

/** The receipt for an erased person, or for somebody who asks for proof. The receipt contains nothing about the person. */
export const receiptSchema = z
  .object({
    subscriber_id: z
      .string()
      .describe('The id of the erasure in the journal (subscriber.deleted) and the audit log'),
    newsletter: z.string(),
    date: timestamp,
    address_sha256: z
      .string()
      .describe(
        'SHA-256 of the address in lower case: it proves to anybody who knows the address that the receipt is about it',
      ),
    deleted: z
      .record(z.string(), z.int())
      .describe('How many rows of each kind were deleted with the subscriber'),
    kept: z.array(z.string()).describe('What is kept without the person, and why'),
  })
  .meta({
    id: 'ErasureReceipt',
    examples: [
      {
        subscriber_id: '019aa4ab-5f4e-7a26-8c39-6d1c2b7e4f01',
        newsletter: 'Low Water',
        date: '2026-11-20T09:00:00.000Z',
        address_sha256: '4b2c6f1f0c3f6a8f7a2f6f0a6f5a3c1d5f2f0d4a7b6c9e8d1a2b3c4d5e6f7081',
        deleted: {
          consents: 1,
          grants: 1,
          opens_and_clicks: 14,
          bounces_and_complaints: 0,
          former_values: 2,
          links: 1,
        },
        kept: ['A hash of the address, so that no import brings it back.'],
      },
    ],
  });
export type Receipt = z.output<typeof receiptSchema>;

/** The texts that say what is kept without the person, and why. */
const kept = ['erased.kept_address', 'erased.kept_deliveries', 'erased.kept_journal', 'erased.kept_copies'];

/** `words` are in the language of the receipt. */
export type ErasureContext = { secret: Secret; ledger: Ledger; now: Date; words: Words };

/**
 * Deletes the person's data at once. Returns a receipt, which is kept nowhere; the journal and the audit log show the erasure by
 * the subscriber's id.
 */
export async function eraseWithReceipt(
  trx: Database,
  { subscriber, newsletter }: { subscriber: Subscriber; newsletter: Newsletter },
  { secret, ledger, now, words }: ErasureContext,
): Promise<Receipt> {
  const deleted = {
    ...(await countOwned(trx, subscriber.key)),
    bounces_and_complaints: (await ledger.reportsOf(trx, subscriber.key)).length,
  };
  const paid = await ledger.paymentsOf(trx, subscriber.key);
  await ledger.forgetReplies(trx, subscriber);
  await eraseFrom(trx, newsletter.key, subscriber.normal_address);
  await deleteSubscribers(trx, newsletter, [subscriber.key], secret);
  return {
    subscriber_id: subscriber.id,
    newsletter: newsletter.name,
    date: now.toISOString(),
    address_sha256: createHash('sha256').update(subscriber.normal_address).digest('hex'),
    deleted,
    kept: [...kept, ...(paid.length > 0 ? ['erased.kept_payments'] : [])].map(key => words.say(key)),
  };
}

/** Like eraseWithReceipt, for the subscriber with this id or address. Throws `not_found`. */
export async function eraseSubscriber(
  db: Database,
  newsletter: Newsletter,
  word: string,
  { secret, clock, ledger, pages }: { secret: Secret; clock: Clock; ledger: Ledger; pages: Pages },
): Promise<Receipt> {
  return inTransaction(db, async trx => {
    const subscriber = found(await lockSubscriber(trx, newsletter.key, word), 'subscriber');
    return eraseWithReceipt(
      trx,
      { subscriber, newsletter },
      {
        ...{ secret, ledger, now: clock() },
        words: pages.catalogue.in({}),
      },
    );
  });
}

/** Returns how many rows are deleted with the person's row. */
async function countOwned(trx: Database, key: number): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*) from consents where subscriber_key = ${key}) as consents,
      (select count(*) from notes where subscriber_key = ${key}) as notes,
      (select count(*) from survey_responses where subscriber_key = ${key}) as answers,
      (select count(*) from comments where subscriber_key = ${key}) as comments,
      (select count(*) from replies where subscriber_key = ${key}) as replies,
      (select count(*) from referrals where subscriber_key = ${key} or referrer_key = ${key}) as referrals,
      (select count(*) from grants where subscriber_key = ${key}) as grants,
      (select count(*) from hits where subscriber_key = ${key}) as opens_and_clicks,
      (select count(*) from subscriber_versions where subscriber_key = ${key}) as former_values,
      (select count(*) from reader_links where subscriber_key = ${key}) as links`.execute(trx);
  return rows[0]!;
}
