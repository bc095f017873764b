import { z } from 'zod';
import { findCallerName } from '../../accounts/people/caller-name.ts';
import { refuseBoundedGift } from '../../audience/grants/give.ts';
import { giveMany, takeBackMany } from '../../audience/grants/give-many.ts';
import { findBoundKey } from '../../emails/recipients-bound.ts';
import { text, timestampInput } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { done, skipped, unchanged } from './result.ts';
import { bulkType } from './type.ts';

const gift = z.object({
  end_date: timestampInput.nullish().transform(value => value ?? null),
  message: text(2000).default(''),
});

/** Gives subscribers premium mail and pages, until `end_date` or without an end, with a message. They are told by mail. */
export const giftSubscribers = bulkType({
  acts_on: 'subscribers',
  needs: ['subscribers', 'sending'],
  without_ids: 'refused',
  metadata: gift,
  settle: async (_trx, _newsletter, settings) => settings,
  async allow(trx, newsletter, by) {
    const bound = await findBoundKey(trx, newsletter.key, by, { held: false });
    if (bound) refuseBoundedGift(bound);
  },
  group: 500,
  async work(trx, { by, clock }, newsletter, settings: z.output<typeof gift>, targets) {
    const now = clock();
    const keys = targets.map(({ key }) => key);
    if (settings.end_date !== null && Date.parse(settings.end_date) <= now.getTime())
      return new Map(keys.map(key => [key, skipped('over', sentence('bulk_actions.gift_over'))]));
    const asking = { newsletter_key: newsletter.key, by: await findCallerName(trx, by), now };
    const { present, changed } = await giveMany(trx, asking, keys, settings);
    return new Map(present.map(key => [key, changed.has(key) ? done : unchanged]));
  },
});

/** Takes back what subscribers were given for free. What they pay for stays. */
export const ungiftSubscribers = bulkType({
  acts_on: 'subscribers',
  needs: ['subscribers'],
  without_ids: 'refused',
  metadata: z.object({}),
  settle: async () => ({}),
  group: 500,
  async work(trx, { by, clock }, newsletter, _settings, targets) {
    const asking = {
      newsletter_key: newsletter.key,
      by: await findCallerName(trx, by),
      now: clock(),
    };
    const { present, changed } = await takeBackMany(
      trx,
      asking,
      targets.map(({ key }) => key),
    );
    return new Map(present.map(key => [key, changed.has(key) ? done : unchanged]));
  },
});
