import type { BulkActionResult } from '../platform/database/schema.ts';

/** What became of one item: a word for programs and a sentence for people, both empty where it is done. */
export type Result = { status: BulkActionResult; reason: string; detail: string };

export const done: Result = { status: 'done', reason: '', detail: '' };

/** There was nothing to do, and nothing was done. */
export function skipped(reason: string, detail: string): Result {
  return { status: 'skipped', reason, detail };
}

/** The same words that the single endpoint would have answered. */
export function failed(reason: string, detail: string): Result {
  return { status: 'failed', reason, detail };
}

export const unchanged = skipped('unchanged', 'It was so already.');
export const notFound = failed('not_found', 'Nothing with this id is there to act on.');
