import { useMutation } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import { usePlace } from '../accounts/session.ts';
import { must } from '../platform/api.ts';
import { ApiFailure } from '../platform/failure.ts';
import { saveFile } from '../platform/save-file.ts';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';

/** Everything that can be saved as CSV, and what must be readable for it. */
const areas = {
  subscribers: ['subscribers'],
  tags: ['subscribers'],
  segments: ['subscribers'],
  consents: ['subscribers'],
  emails: ['emails'],
  snippets: ['emails'],
  deliveries: ['emails', 'subscribers'],
  hits: ['emails', 'subscribers'],
} as const;
export type Resource = keyof typeof areas;
export type Layout = keyof typeof words.exports.layouts;

/** Returns what the signed-in person may save. */
export function useResources(): Resource[] {
  const permissions = usePlace()?.permissions ?? {};
  const reads = (area: string) => permissions[area] === 'read' || permissions[area] === 'write';
  return (Object.keys(areas) as Resource[]).filter(name => areas[name].every(reads));
}

type Saved = { resource: Resource; layout?: Layout; narrow?: () => Promise<Narrowed> };
/** Which subscribers to save, as the API takes it. */
export type Narrowed = { search?: string; filters?: string; type?: string[] };

/** Saves one of them as a file, and says so, or why not. */
export function useSaveCsv({ newsletter, api }: Here) {
  return useMutation({
    mutationFn: async ({ resource, layout, narrow }: Saved) => {
      const narrowed = await narrow?.();
      const text = await must(() =>
        resource === 'subscribers'
          ? api.get('/v1/exports/csv/subscribers', { query: { ...narrowed, ...(layout && { layout }) } })
          : api.get(`/v1/exports/csv/${resource}`),
      );
      const name = [newsletter.username, resource, ...(layout && layout !== 'postrider' ? [layout] : [])];
      saveFile(`${name.join('-')}.csv`, text as string, 'text/csv;charset=utf-8');
    },
    onSuccess: () => say(words.csv.downloaded),
    onError: error => say(error instanceof ApiFailure ? error.detail : words.failures.bug),
  });
}
