import type { ItemStatus } from './history-queries.ts';

export const itemStatuses = ['processed', 'queued', 'held', 'skipped', 'irrelevant', 'errored'] as const;

/** The status in the address of a feed, if it is one. */
export function readStatus({ status }: Record<string, unknown>): { status?: ItemStatus } {
  const known = itemStatuses.find(one => one === status);
  return known ? { status: known } : {};
}
