type NextPage = { page?: number; cursor?: string };

const firstPage: NextPage = {};

/** How a list begins and goes on, page by page: part of its infinite query, which asks for `pageParam`. */
export const byPages = { initialPageParam: firstPage, getNextPageParam: pageAfter };

/** Returns what to ask for to get the page after this one; undefined after the last one. */
function pageAfter({ next }: { next: string | null }): NextPage | undefined {
  if (next === null) return undefined;
  const query = new URL(next, location.href).searchParams;
  const cursor = query.get('cursor');
  return { page: Number(query.get('page')), ...(cursor !== null && { cursor }) };
}
