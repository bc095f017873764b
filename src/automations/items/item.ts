import { z } from 'zod';
import type { AutomationItemStatus } from '../../platform/database/schema.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { OnNextPoll } from '../definition/automation.ts';
import type { Judgement } from './age.ts';

export const itemStatuses = [
  'irrelevant',
  'queued',
  'processed',
  'skipped',
  'held',
  'errored',
] as const satisfies AutomationItemStatus[];

/** Maximum items of one digest: the latest. Older ones are held. */
export const digestLimit = 200;
export const tooManyForDigest = sentence('items.digest_full', { most: digestLimit });
export const withdrawnReason = sentence('items.withdrawn');
export const leftReason = sentence('items.feed_left');
export const doubtReason = sentence('items.mailed_after_backup');
export const emptyReason = sentence('items.empty_body');

export type ItemState = { status: AutomationItemStatus; reason: string };

const itemFeedSchema = z.object({ title: z.string(), url: z.string() });

export const itemSchema = z
  .object({
    id: z.string(),
    status: z.enum(itemStatuses).describe('irrelevant: from before the start; held: waits for your decision'),
    reason: z.string().describe('Reason for this status'),
    reason_sentence: sentenceSchema,
    url: z.string(),
    title: z.string(),
    feed: itemFeedSchema.describe('The feed it came from'),
    publish_date: timestamp.describe('Date from the feed, or when the item was first seen'),
    creation_date: timestamp.describe('When the automation first saw it'),
    modification_date: timestamp,
    email_id: z.string().nullable().describe('The email that contains it'),
  })
  .meta({ id: 'AutomationItem' });

export const itemUpdate = z.object({
  status: z.enum(['queued', 'skipped'], sentence('input.queued_or_skipped')),
});

/** Whether enough new items are doubtful that a person should check them before they are mailed. */
export function isSurge(judgements: readonly Judgement[]): boolean {
  const fresh = judgements.filter(judgement => judgement.is === 'new');
  const doubtful = fresh.filter(judgement => judgement.doubt !== null);
  return fresh.length >= 5 && doubtful.length * 2 > fresh.length;
}

/**
 * Returns the status of the items that one automation has not seen before, in order (oldest first): `known` ones are not news, `old` ones
 * are not mailed, and the doubtful ones of a `surge` are held. An item that would be mailed or held is skipped if `refusals`, in the same
 * order, has a reason for it. With `every`, at most `most` of one response are mailed.
 */
export function admit(
  judgements: readonly Judgement[],
  {
    on_next_poll,
    every,
    most,
    surge,
    refusals = [],
  }: { on_next_poll: OnNextPoll; every: boolean; most: number; surge: boolean; refusals?: readonly string[] },
): ItemState[] {
  let queued = 0;
  const queue = (): ItemState => {
    queued += 1;
    return every && queued > most
      ? { status: 'held', reason: sentence('items.too_many_at_once', { most }) }
      : { status: 'queued', reason: '' };
  };
  return judgements.map((judgement, at): ItemState => {
    const unlessRefused = (state: () => ItemState): ItemState => {
      const reason = refusals[at] ?? '';
      return reason === '' ? state() : { status: 'skipped', reason };
    };
    if (on_next_poll === 'queued') return unlessRefused(queue);
    if (on_next_poll === 'irrelevant') return { status: 'irrelevant', reason: sentence('items.at_start') };
    if (on_next_poll === 'skipped') return { status: 'skipped', reason: sentence('items.while_inactive') };
    if (judgement.is === 'known') return { status: 'irrelevant', reason: sentence('items.before_start') };
    if (judgement.is === 'old' && judgement.certain)
      return { status: 'irrelevant', reason: judgement.reason };
    return unlessRefused(() => {
      if (on_next_poll === 'held') return { status: 'held', reason: doubtReason };
      if (judgement.is === 'old') return { status: 'held', reason: judgement.reason };
      if (surge && judgement.doubt !== null)
        return { status: 'held', reason: sentence('items.most_look_old', { doubt: judgement.doubt }) };
      return queue();
    });
  });
}
