import { sql } from 'kysely';
import type { Enclosure } from '../../engines/feeds/feed.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { AutomationItemStatus } from '../../platform/database/schema.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import { isId } from '../../platform/ids.ts';
import { withoutCredentials } from '../../platform/safe-fetch/credentials.ts';
import type { ItemState } from './item.ts';

/** The content of an item that is stored for its email. */
export type ItemContent = {
  description: string;
  content: string;
  author: string;
  enclosure: Enclosure | null;
  image: string | null;
  categories: string[];
};

/** An item as one automation sees it. */
export type ShownItem = ItemState & {
  key: number;
  id: string;
  url: string;
  title: string;
  feed: ItemFeed;
  publish_date: string;
  creation_date: string;
  modification_date: string;
  email_id: string | null;
};

/** The feed of an item, as templates and the API show it. */
export type ItemFeed = { title: string; url: string };

/** The feed of a row joined with `feeds`, as ItemFeed. */
export const itemFeedOf = sql<ItemFeed>`jsonb_build_object('title', feeds.title,
  'url', coalesce(nullif(feeds.site_url, ''), feeds.fetch_url))`;

/** Selects the items that automations have seen, as ShownItem. */
export function selectItems(db: Database) {
  return db
    .selectFrom('automation_items')
    .innerJoin('feed_items', 'feed_items.key', 'automation_items.item_key')
    .innerJoin('feeds', 'feeds.key', 'feed_items.feed_key')
    .select([
      'automation_items.key',
      'automation_items.id',
      'automation_items.status',
      'automation_items.reason',
      'automation_items.email_id',
      'automation_items.creation_date',
      'automation_items.modification_date',
      'feed_items.url',
      'feed_items.title',
      'feed_items.publish_date',
      itemFeedOf.as('feed'),
    ]);
}

/** The position of an item's feed in the automation's list. */
export const placeOfFeed = sql`(select place from automation_feeds
  where automation_feeds.automation_key = automation_items.automation_key and automation_feeds.feed_key = feed_items.feed_key)`;

/** Returns a page of the items that an automation has seen, latest first. */
export async function listItems(
  db: Database,
  automation_key: number,
  { status, ...page }: Page & { status: AutomationItemStatus[] | undefined },
): Promise<{ results: ShownItem[]; count: number }> {
  const wanted = status ?? null;
  const passes = sql<boolean>`(${wanted}::text[] is null or automation_items.status::text = any(${wanted}::text[]))`;
  const all = selectItems(db).where('automation_key', '=', automation_key).where(passes);
  const { results, count } = await readPage(all.orderBy('automation_items.key', 'desc'), page);
  return { results: results.map(hideCredentials), count };
}

export function hideCredentials<Item extends { feed: ItemFeed }>(item: Item): Item {
  return { ...item, feed: { ...item.feed, url: withoutCredentials(item.feed.url) } };
}

export async function findItem(
  db: Database,
  automation_key: number,
  id: string,
): Promise<ShownItem | undefined> {
  if (!isId(id)) return undefined;
  const item = await selectItems(db)
    .where('automation_key', '=', automation_key)
    .where('automation_items.id', '=', id)
    .executeTakeFirst();
  return item && hideCredentials(item);
}
