import { useMutation } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import { ApiFailure } from '../platform/failure.ts';
import { saveFile } from '../platform/save-file.ts';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import type { Resource } from './resources.ts';

export type Layout = keyof typeof words.exports.layouts;

type Saved = { resource: Resource; layout?: Layout; narrow?: () => Promise<Narrowed> };
/** The subscribers to save, in the form that the API takes. */
export type Narrowed = { search?: string; filters?: string; type?: string[] };

/** Saves one resource as a file, and says so, or why not. */
export function useSaveCsv({ newsletter, api }: Here) {
  return useMutation({
    mutationFn: async ({ resource, layout, narrow }: Saved) => {
      const narrowed = await narrow?.();
      const text = await (resource === 'subscribers'
        ? api.get('/v1/exports/csv/subscribers', { query: { ...narrowed, ...(layout && { layout }) } })
        : api.get(`/v1/exports/csv/${resource}`));
      const name = [newsletter.username, resource, ...(layout && layout !== 'postrider' ? [layout] : [])];
      saveFile(`${name.join('-')}.csv`, text as string, 'text/csv;charset=utf-8');
    },
    onSuccess: () => say(words.csv.downloaded),
    onError: error => say(error instanceof ApiFailure ? error.detail : words.failures.bug),
  });
}
