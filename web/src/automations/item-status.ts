import type { ItemStatus } from './history-queries.ts';

export const itemStatuses = ['processed', 'queued', 'held', 'skipped', 'irrelevant', 'errored'] as const;

/** Reads the status in the address of a feed; ignores an unknown one. */
export function readStatus({ status }: Record<string, unknown>): { status?: ItemStatus } {
  const known = itemStatuses.find(one => one === status);
  return known ? { status: known } : {};
}
