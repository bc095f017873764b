import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/** The dashboard's cache of the API's answers. */
export class Queries extends QueryClient {
  /**
   * Reads these queries again. A query that is being read for the first time is then read once more, because its response may be older than
   * the change. TanStack Query restarts only requests for which it already has an earlier response.
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
