import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { granted } from '../platform/api.ts';
import { root } from '../platform/root.ts';

const lookMilliseconds = 5000;

export type Line = { id: string; from: string; to: string; subject: string; size: number; date: string };
export type List = {
  results: Line[];
  /** The number of messages that match, and of all that have ever arrived. */
  count: number;
  total: number;
  page_size: number;
};

export type Message = Line & {
  html: string;
  text: string;
  headers: { name: string; value: string }[];
  attachments: { number: number; name: string; type: string; size: number }[];
};

export type Search = { query?: string; page?: number };

export const inboxKey = ['inbox'] as const;

/** Returns the address of something in the inbox, outside the dashboard. */
export const inboxPath = (path: string): string => `${root}/inbox${path}`;

/** A page of the list, newest first. It is fetched repeatedly while it is open. */
export const listQuery = ({ query = '', page = 1 }: Search) =>
  queryOptions({
    queryKey: [...inboxKey, 'list', query, page],
    queryFn: ({ signal }) =>
      ask<List>('GET', `/list?${new URLSearchParams({ query, page: String(page) })}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: lookMilliseconds,
  });

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: [...inboxKey, 'message', id],
    queryFn: ({ signal }) => ask<Message>('GET', `/messages/${encodeURIComponent(id)}/parts`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: [...inboxKey, 'source', id],
    queryFn: ({ signal }) =>
      ask<string>('GET', `/messages/${encodeURIComponent(id)}/source`, signal, readText),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Deletes all mail that the person may see. */
export const deleteAll = () => ask<{ deleted: number }>('DELETE', '/messages');

const readText = (response: Response) => response.text();

/** Sends a request to the inbox, which is not part of the API and needs only the session. */
async function ask<Answer>(
  method: string,
  path: string,
  signal?: AbortSignal,
  read: (response: Response) => Promise<unknown> = response => response.json(),
): Promise<Answer> {
  const { data } = await granted(async () => {
    const response = await fetch(inboxPath(path), { method, ...(signal && { signal }) });
    const { status, headers } = response;
    if (response.ok) return { status, headers, data: await read(response) };
    const error: unknown = await response.json().catch(() => ({}));
    return { status, headers, error: error as { code?: string; detail?: string } };
  });
  return data as Answer;
}
