import { type UseQueryOptions, useQueries } from '@tanstack/react-query';

export const page_size = 100;

type Keyed = { queryKey: readonly unknown[] };
type Page<Item> = { results: Item[]; count: number; next: string | null; previous: string | null };
type PageQuery<Item> = Pick<UseQueryOptions<Page<Item>>, 'queryKey' | 'queryFn' | 'placeholderData'>;

/** Keeps the same page of the previous list visible while a page loads. The query's key must end with `{page}`. */
export function keepPage(page: number) {
  return <Data>(before: Data | undefined, query: Keyed | undefined): Data | undefined => {
    const last = query?.queryKey.at(-1) as { page?: number } | undefined;
    return last?.page === page ? before : undefined;
  };
}

/** The number of rows beyond the window that are loaded in advance. */
const ahead = 60;

/** Returns the items of a long list near the window, by position; undefined while they are loading. */
export function usePages<Item>(
  { from, to }: { from: number; to: number },
  count: number,
  query: (page: number) => PageQuery<Item>,
): (index: number) => Item | undefined {
  const first = Math.floor(Math.max(0, from - ahead) / page_size) + 1;
  const last = Math.max(first, Math.ceil(Math.min(count, to + ahead) / page_size));
  const pages = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  const loaded = useQueries({ queries: pages.map(query) });
  return index => loaded[Math.floor(index / page_size) + 1 - first]?.data?.results[index % page_size];
}
