import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Page } from './query.ts';

/** Returns the schema of the response of a list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    results: z.array(item),
    count: z.int().describe('Total on all pages'),
    next: z.string().nullable().describe('Address of the next page'),
    previous: z.string().nullable().describe('Address of the previous page'),
  });
}

/**
 * Sends one page of `results` out of `count`, each as `show` shows it, with the addresses of its neighbours, also in a `Link` header (RFC
 * 8288). The address of the next page contains `cursor`, the place where it begins, if there is one.
 */
export function sendPage<Row, Item = Row>(
  reply: FastifyReply,
  { results, count, cursor }: { results: Row[]; count: number; cursor?: string | undefined },
  show: (row: Row) => Item = row => row as unknown as Item,
): { results: Item[]; count: number; next: string | null; previous: string | null } {
  const { request, server } = reply;
  const { page, page_size } = request.query as Page;
  const last = Math.max(1, Math.ceil(count / page_size));
  const address = (number: number) => {
    const { pathname, search } = new URL(request.url, server.base_url);
    const url = new URL(server.base_url + pathname + search); // base_url may have a path
    url.searchParams.set('page', String(number));
    url.searchParams.delete('cursor');
    if (cursor !== undefined && number > page) url.searchParams.set('cursor', cursor);
    return url.href;
  };
  const next = page < last ? address(page + 1) : null;
  const previous = page > 1 ? address(Math.min(page - 1, last)) : null;
  const links = [next && `<${next}>; rel="next"`, previous && `<${previous}>; rel="prev"`].filter(Boolean);
  if (links.length > 0) reply.header('Link', links.join(', '));
  return { results: results.map(row => show(row)), count, next, previous };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The public address of the installation. */
    base_url: string;
  }
}
