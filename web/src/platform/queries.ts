import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/** The dashboard's cache of what the API answered. */
export class Queries extends QueryClient {
  /**
   * Reads these again. What is being read for the first time is then read once more: its response may be older than the change, and TanStack
   * Query restarts only requests whose earlier response it has.
   */
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    await super.invalidateQueries(filters, options);
    if (first.length === 0) return;
    await Promise.allSettled(first.map(({ promise }) => promise));
    await super.invalidateQueries({ ...filters, predicate: query => first.includes(query) }, options);
  }
}
