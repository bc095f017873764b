import { openThread, type Thread, ThreadFailure } from '../../platform/threads.ts';
import type { FeedSource } from './feed.ts';
import { type ParsedFeed, parseFeed } from './parse.ts';

/** Maximum size of a document that is parsed on this thread; this much takes about 20 ms. */
export const mostHere = 200_000;

type Task = { document: Uint8Array; source: FeedSource };

const parser = openThread<Task, ParsedFeed>(new URL('parse-thread.ts', import.meta.url), {
  deadline_ms: 10_000,
});

/**
 * Like parseFeed, for documents of any size: large ones are parsed on another thread while everything else continues. A
 * document that takes too long, or crashes that thread, is a `failure` with the reason.
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
    return { failure: `The document of ${document.length} bytes could not be read: ${error.message}.` };
  }
}
