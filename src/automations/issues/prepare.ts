import { type CleanHtml, cleanForeignHtml } from '../../engines/rendering/foreign.ts';
import type { Labels } from '../../engines/rendering/players.ts';
import { openThread, ThreadFailure } from '../../platform/threads/threads.ts';
import type { ItemContent, ItemFeed } from '../items/queries.ts';

/** An item as templates see it. `publish_date` is RFC 3339; `image` is null if the feed has none. */
export type IssueItem = ItemContent & { url: string; title: string; publish_date: string; feed: ItemFeed };

/** An item whose markup is safe to mail. */
export type PreparedItem = Omit<IssueItem, 'description' | 'content'> & {
  description: CleanHtml;
  content: CleanHtml;
};

/** How much markup is processed on this thread, in total. */
const mostHere = 100_000;

/** Milliseconds of processor time for all items together; items after that become links. */
const longestInAll = 20_000;

/** Milliseconds of processor time for one item; an item that takes longer becomes a link. */
const longest = 5000;

/** Clean markup, and the processor time that it took. */
export type Cleaned = { clean: CleanHtml; took_ms: number };

const thread = openThread<{ html: string; labels: Labels }, Cleaned>(
  new URL('prepare-thread.ts', import.meta.url),
  {
    deadline_ms: longest,
  },
);

/** Makes the markup of items safe to mail. Large amounts are processed on another thread, with the same result. `labels` are the links in place of players. */
export async function prepareItems<Item extends IssueItem>(
  items: readonly Item[],
  labels: Labels,
): Promise<(Omit<Item, 'description' | 'content'> & PreparedItem)[]> {
  const size = items.reduce((sum, { description, content }) => sum + description.length + content.length, 0);
  let left_ms = longestInAll;
  const clean = async (html: string) => {
    if (size <= mostHere) return cleanForeignHtml(html, labels);
    if (html === '' || left_ms <= 0) return { ...unread, is_cut: html !== '' };
    const { clean, took_ms } = await cleanElsewhere(html, labels);
    left_ms -= took_ms;
    return clean;
  };
  const prepared = [];
  for (const item of items) {
    const content = await clean(item.content);
    const description = item.description === item.content ? content : await clean(item.description);
    prepared.push({ ...item, description, content });
  }
  return prepared;
}

const unread: CleanHtml = { html: '', is_cut: true, doubt: '' };

async function cleanElsewhere(html: string, labels: Labels): Promise<Cleaned> {
  try {
    return await thread.run({ html, labels });
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error;
    return { clean: unread, took_ms: longest };
  }
}
