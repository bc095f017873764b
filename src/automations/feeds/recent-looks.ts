import type { FeedAddress } from '../definition/input.ts';
import { type FirstLook, type LookContext, lookAtFeed, lookAtFeeds } from './first-look.ts';

/** How many looks are kept, and the size of the largest packed feed among them, in bytes. */
const most = 16;
const largest = 2_000_000;

/** The latest looks of this process, by newsletter and address, the oldest first. */
const kept = new Map<string, { answer: FirstLook['answer']; date: Date }>();

/** Like lookAtFeeds, but uses the result that a preview or discovery of the newsletter got at an address at most `max_age` seconds ago. */
export async function lookAgain(
  context: LookContext,
  newsletter_key: number,
  addresses: readonly FeedAddress[],
  max_age: number,
): Promise<FirstLook[]> {
  const since = context.clock().getTime() - max_age * 1000;
  return lookAtFeeds(context, addresses, async (_, { url, field }) => {
    const known = kept.get(keyOf(newsletter_key, url));
    if (known && known.date.getTime() > since) return { url, field, answer: known.answer };
    const look = await lookAtFeed(context, { url, field });
    keepLook(newsletter_key, look, context.clock());
    return look;
  });
}

/** Keeps a result for lookAgain, unless it is large. */
export function keepLook(
  newsletter_key: number,
  { url, answer }: Pick<FirstLook, 'url' | 'answer'>,
  date: Date,
): void {
  if (answer.kind !== 'fetched') return;
  const { items } = answer.feed;
  if (items instanceof Uint8Array && items.length > largest) return;
  const key = keyOf(newsletter_key, url);
  kept.delete(key);
  kept.set(key, { answer, date });
  for (const oldest of [...kept.keys()].slice(0, -most)) kept.delete(oldest);
}

function keyOf(newsletter_key: number, url: string): string {
  return `${newsletter_key} ${url}`;
}
