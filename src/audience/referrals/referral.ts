import { z } from 'zod';
import { timestamp } from '../../platform/http/fields.ts';
import { subscriberSchema } from '../subscribers/subscriber.ts';

/** Why somebody who has confirmed does not count for the reader whose link they used. */
export const refusals = ['same_mailbox', 'same_network'] as const;
export type Refusal = (typeof refusals)[number];

/** Somebody whom a reader has brought. */
export const referredSchema = subscriberSchema
  .extend({
    referral_date: timestamp.describe('When they signed up with the code'),
    referral_settled_date: timestamp.nullable().describe('When they confirmed; null: they have not'),
    referral_refusal: z
      .enum(refusals)
      .nullable()
      .describe(
        'Why they do not count. same_mailbox: their address is that of the referrer, or of somebody who counts, with dots or +words. same_network: they signed up or confirmed in the same network as the referrer or somebody who counts. null: they count once they have confirmed',
      ),
  })
  .meta({ id: 'ReferredSubscriber' });

/** Returns the mailbox behind an address: without dots and +words, which many services ignore. */
export function mailboxOf(normal_address: string): string {
  const at = normal_address.lastIndexOf('@');
  const local = normal_address.slice(0, at).replace(/\+.*$/s, '').replaceAll('.', '');
  return local + normal_address.slice(at);
}
