import { openThread, type Thread, ThreadFailure } from '../../platform/threads.ts';
import type { FeedSource } from './feed.ts';
import { type ParsedFeed, parseFeed } from './parse.ts';

/** Bytes of a document that are read at once, here; reading this much takes about 20 ms. */
export const mostHere = 200_000;

type Task = { document: Uint8Array; source: FeedSource };

const parser = openThread<Task, ParsedFeed>(new URL('parse-thread.ts', import.meta.url), {
  deadline_ms: 10_000,
});

/**
 * As parseFeed, for documents of any size: a large one is read on another thread, and meanwhile everything else goes on. One
 * that keeps that thread too long, or brings it down, is a `failure`, which says so in words.
 */
export async function readFeed(
  document: Uint8Array,
  source: FeedSource,
  thread: Thread<Task, ParsedFeed> = parser,
): Promise<ParsedFeed | { failure: string }> {
  if (document.length <= mostHere) return parseFeed(document, source);
  try {
    return await thread.run({ document, source });
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error;
    return { failure: `Its answer of ${document.length} bytes could not be read: ${error.message}.` };
  }
}
