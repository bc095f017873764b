import type { BulkActionResult } from '../../platform/database/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

/** The result of one item: a code for programs and a sentence for people, both empty on success. */
export type Result = { status: BulkActionResult; reason: string; detail: string };

export const done: Result = { status: 'done', reason: '', detail: '' };

/** Returns the result of an item for which there was nothing to do. */
export function skipped(reason: string, detail: string): Result {
  return { status: 'skipped', reason, detail };
}

/** Returns the result of a refused item: the same error as from the single endpoint. */
export function failed(reason: string, detail: string): Result {
  return { status: 'failed', reason, detail };
}

export const unchanged = skipped('unchanged', sentence('bulk_actions.nothing_to_change'));
export const notFound = failed('not_found', sentence('bulk_actions.nothing_with_id'));
