import { queryOptions } from '@tanstack/react-query';
import type { Export, Import } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';

export const importsKey = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'imports'];

/** The pause between requests for the progress of an import or export. */
const pollMilliseconds = 1000;

const running: Import['status'][] = ['not_started', 'validating', 'in_progress', 'undoing'];

/** Returns true if it brings a whole newsletter rather than people and past issues. */
export function isWhole({ format }: Pick<Import, 'format'>): boolean {
  return format === 'postrider' || format === 'newsletter';
}

function isRunning({ status }: Pick<Import, 'status'>): boolean {
  return running.includes(status);
}

/** The last hundred imports, newest first. */
export const importsQuery = (here: Here) =>
  queryOptions({
    queryKey: importsKey(here),
    staleTime: 0, // an import may have begun or ended since the list was read
    queryFn: async () => (await here.api.get('/v1/imports', { query: { page_size: 100 } })).results,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollMilliseconds : false),
  });

/** One import, fetched repeatedly while it runs. */
export const importQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...importsKey(here), id],
    queryFn: () => here.api.get('/v1/imports/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollMilliseconds : false),
  });

export function isBeingWritten({ status }: Pick<Export, 'status'>): boolean {
  return status === 'not_started' || status === 'in_progress';
}

/** The last hundred archives, newest first. */
export const exportsQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'exports'],
    queryFn: async () => (await api.get('/v1/exports', { query: { page_size: 100 } })).results,
    refetchInterval: ({ state }) => (state.data?.some(isBeingWritten) ? pollMilliseconds : false),
  });
