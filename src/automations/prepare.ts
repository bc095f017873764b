import type { Enclosure } from '../engines/feeds/feed.ts';
import { type CleanHtml, cleanForeignHtml } from '../engines/rendering/foreign.ts';
import { openThread, ThreadFailure } from '../platform/threads.ts';
import type { ItemFeed } from './item-queries.ts';

/** An item as templates see it. `publish_date` is RFC 3339; `image` is null if the feed has none. */
export type IssueItem = {
  url: string;
  title: string;
  publish_date: string;
  description: string;
  content: string;
  author: string;
  enclosure: Enclosure | null;
  image: string | null;
  categories: string[];
  feed: ItemFeed;
};

/** An item whose markup is safe to mail. */
export type PreparedItem = Omit<IssueItem, 'description' | 'content'> & {
  description: CleanHtml;
  content: CleanHtml;
};

/** How much markup is processed on this thread, in total. */
const mostHere = 100_000;

/** Milliseconds for all items together; the rest are linked to. */
const longestInAll = 20_000;

/** Milliseconds for one item; an item that takes longer is linked to instead of mailed. */
const thread = openThread<string, CleanHtml>(new URL('prepare-thread.ts', import.meta.url), {
  deadline_ms: 5000,
});

/** Makes the markup of items safe to mail. Large amounts are processed on another thread, with the same result. */
export async function prepareItems<Item extends IssueItem>(
  items: readonly Item[],
): Promise<(Omit<Item, 'description' | 'content'> & PreparedItem)[]> {
  const size = items.reduce((sum, { description, content }) => sum + description.length + content.length, 0);
  const clean = async (html: string) =>
    size <= mostHere ? cleanForeignHtml(html) : cleanElsewhere(html, until);
  const until = Date.now() + longestInAll;
  const prepared = [];
  for (const item of items) {
    const content = await clean(item.content);
    const description = item.description === item.content ? content : await clean(item.description);
    prepared.push({ ...item, description, content });
  }
  return prepared;
}

const unread: CleanHtml = { html: '', is_cut: true, doubt: '' };

async function cleanElsewhere(html: string, until: number): Promise<CleanHtml> {
  if (html === '' || Date.now() > until) return { ...unread, is_cut: html !== '' };
  try {
    return await thread.run(html);
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error;
    return unread;
  }
}
