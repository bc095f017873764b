export type NextPage = { page?: number; cursor?: string };

/** Where a list with a cursor begins. */
export const firstPage: NextPage = {};

/** Returns what to ask for to get the page after this one; undefined after the last one. */
export function pageAfter({ next }: { next: string | null }): NextPage | undefined {
  if (next === null) return undefined;
  const query = new URL(next, location.href).searchParams;
  const cursor = query.get('cursor');
  return { page: Number(query.get('page')), ...(cursor !== null && { cursor }) };
}
