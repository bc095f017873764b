import { sizeOf } from '../../platform/sentences/counted.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { bytesOf } from '../../platform/threads/packed.ts';
import { openThread, type Thread, ThreadFailure } from '../../platform/threads/threads.ts';
import type { FeedSource } from './feed.ts';
import { type ReadFeed, readDocument } from './read-document.ts';

/** Maximum size of a document that is parsed on this thread; this much takes about 10 ms. */
export const mostHere = 100_000;

/** The most items that are not packed, however short they are, because each item takes time afterwards. */
const mostItemsHere = 300;

type Task = { document: Uint8Array; source: FeedSource };

const parser = openThread<Task, ReadFeed>(new URL('parse-thread.ts', import.meta.url), {
  deadline_ms: 10_000,
});

/**
 * Parses a document of any size: large ones on another thread while everything else continues, and their items stay
 * packed. A document that takes too long, or crashes that thread, is a `failure` with the reason.
 */
export async function readFeed(
  document: Uint8Array,
  source: FeedSource,
  thread: Thread<Task, ReadFeed> = parser,
): Promise<ReadFeed | { failure: string }> {
  if (document.length <= mostHere) return withFewItems(readDocument(document, source));
  try {
    return await thread.run({ document, source });
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error;
    return { failure: sentence('feeds.not_read', { size: sizeOf(document.length), reason: error.message }) };
  }
}

function withFewItems(read: ReadFeed): ReadFeed {
  if ('fault' in read) return read;
  const { items } = read.feed;
  return Array.isArray(items) && items.length > mostItemsHere
    ? { feed: { ...read.feed, items: bytesOf(items) } }
    : read;
}
