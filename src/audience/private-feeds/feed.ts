import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { PrivateFeeds } from '../../platform/database/schema.ts';
import { timestamp } from '../../platform/http/fields.ts';

export type PrivateFeed = Selectable<PrivateFeeds>;
/** A feed with its owner. */
export type Owned = PrivateFeed & { subscriber_id: string; email_address: string };

export const privateFeedSchema = z
  .object({
    subscriber_id: z.string(),
    email_address: z.string(),
    creation_date: timestamp.describe('When it got this address'),
    fetches: z.int().describe('How often this address was fetched'),
    last_fetch_date: timestamp.nullable(),
  })
  .meta({ id: 'PrivateFeed' });

/** A feed with its address, which is told only when the address is made. */
export const madeFeedSchema = privateFeedSchema
  .extend({ url: z.string().describe('Shown only now. Anybody who has it can read the feed') })
  .meta({ id: 'MadePrivateFeed' });
