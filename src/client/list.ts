import type { Arguments, Given, Operation } from './client.ts';
import { listsWithCursor, type Operations } from './schema.ts';

/** The type of one entry of a list; never for operations that are not lists with pages. */
type Entry<Of> = Of extends { answers: { 200: { results: Array<infer One>; next: string | null } } }
  ? One
  : never;
type ListsOf<Paths> = {
  [Path in keyof Paths]: [Entry<Paths[Path]>] extends [never] ? never : Path;
}[keyof Paths] &
  string;
type Get = Operations['get'];
type Post = Operations['post'];

/** Reads a list by its path: lists that are read with GET, and searches, which have a body. */
export type Lists = <Path extends ListsOf<Get> | ListsOf<Post>>(
  path: Path,
  ...options: Path extends keyof Get
    ? Arguments<Get[Path] & Operation>
    : Path extends keyof Post
      ? Arguments<Post[Path] & Operation>
      : never
) => AsyncGenerator<
  Path extends keyof Get ? Entry<Get[Path]> : Path extends keyof Post ? Entry<Post[Path]> : never
>;

type Page = { results: unknown[]; next: string | null };
type Query = Record<string, unknown>;

/**
 * Goes through a list, page after page. Where the list has cursors, it begins with one, so that no entry is repeated or left out when
 * others are added meanwhile. Of `next`, only the parameters are used: an installation may name an address that leads elsewhere from here.
 */
export async function* readList(
  path: string,
  { query = {}, body }: Given = {},
  ask: (method: 'get' | 'post', query: Query) => Promise<{ data?: unknown }>,
): AsyncGenerator<unknown> {
  const method = body === undefined ? 'get' : 'post';
  const has_place = 'page' in query || 'cursor' in query;
  let at: Query = listsWithCursor.includes(path) && !has_place ? { ...query, cursor: '*' } : query;
  for (;;) {
    const { results, next } = (await ask(method, at)).data as Page;
    yield* results;
    if (next === null) return;
    const { searchParams } = new URL(next, 'http://anywhere');
    at = Object.fromEntries([...searchParams.keys()].map(name => [name, searchParams.getAll(name)]));
  }
}
