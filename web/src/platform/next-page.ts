type NextPage = { page?: number; cursor?: string };

const firstPage: NextPage = {};

/** The part of an infinite query that fetches a list page by page: `pageParam` holds the parameters. */
export const byPages = { initialPageParam: firstPage, getNextPageParam: pageAfter };

/** Returns the parameters of the page after this one; undefined after the last one. */
function pageAfter({ next }: { next: string | null }): NextPage | undefined {
  if (next === null) return undefined;
  const query = new URL(next, location.href).searchParams;
  const cursor = query.get('cursor');
  return { page: Number(query.get('page')), ...(cursor !== null && { cursor }) };
}
