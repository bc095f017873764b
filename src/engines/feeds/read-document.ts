import { pack } from '../../platform/threads/packed.ts';
import { findFeedLinks } from './discover.ts';
import type { FeedSource, PackedFeed } from './feed.ts';
import { parseFeed } from './parse.ts';

/** `links` are the feeds that a page links to, most likely first. */
export type ReadFeed = { feed: PackedFeed } | { fault: string; links: string[] };

/** Reads the feed, packed if this is not the main thread. If the document is not a feed, returns why, and where else to look. */
export function readDocument(document: Uint8Array, source: FeedSource): ReadFeed {
  const result = parseFeed(document, source);
  if ('feed' in result) return { feed: { ...result.feed, items: pack(result.feed.items) } };
  return { ...result, links: findFeedLinks(new TextDecoder().decode(document), source.url) };
}
