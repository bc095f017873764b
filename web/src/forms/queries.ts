import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Newsletter, Operations } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { minute_ms } from '../platform/durations.ts';
import { useLast } from '../platform/last.ts';
import { useSettled } from '../platform/settled.ts';

type PreviewBody = NonNullable<Operations['post']['/v1/newsletters/{id}/preview']['body']>;
export type Part = PreviewBody['part'];

/** The settings on which a preview depends. */
const fields = [
  'name',
  'description',
  'postal_address',
  'double_opt_in',
  'sign_up_text',
  'premium_text',
  'premium_url',
  'confirmation_subject',
  'confirmation_text',
  'welcome_subject',
  'welcome_body',
  'gift_subject',
  'gift_text',
  'ending_subject',
  'ending_text',
  'ended_subject',
  'ended_text',
  'tint_color',
  'typeface',
  'page_width',
  'header_image',
] as const;

/** Previews a page or mail with these settings when typing pauses. */
export function usePreview(here: Here, part: Part, shown: Newsletter) {
  const written = Object.fromEntries(fields.map(name => [name, shown[name]]));
  return usePart(here, part, useSettled(written, 200));
}

/**
 * Previews a page or mail with these changes of the newsletter, as the service renders it. The last preview stays while the changes are
 * refused. `base` is what the changes apply to: with another base, the preview is fetched again.
 */
export function usePart({ newsletter, api }: Here, part: Part, changes: object, base?: unknown) {
  const { data, error } = useQuery({
    queryKey: ['newsletter', newsletter.id, 'part', part, changes, base],
    queryFn: ({ signal }) =>
      api.post('/v1/newsletters/{id}/preview', {
        params: { id: newsletter.id },
        body: { part, ...changes } as PreviewBody,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: minute_ms,
  });
  return { preview: useLast(data), error };
}

/** The addresses of the form, and the sign-ups of the last days. */
export const signUpFormQuery = ({ newsletter, api }: Here, days: number) => ({
  queryKey: ['newsletter', newsletter.id, 'sign_up_form', days],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get('/v1/newsletters/{id}/sign_up_form', {
      params: { id: newsletter.id },
      query: { days },
      signal,
    }),
  placeholderData: keepPreviousData,
});

/** The latest pictures of the newsletter. */
export const picturesQuery = ({ newsletter, api }: Here) => ({
  queryKey: ['newsletter', newsletter.id, 'files', 'pictures'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get('/v1/images', { query: { page_size: 12 }, signal }),
});

/** The texts of pages and mails in a language, with the newsletter's own. */
export const wordsQuery = ({ newsletter, api }: Here, language: string) => ({
  queryKey: [...wordsKey(newsletter.id), language],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get('/v1/newsletters/{id}/words', { params: { id: newsletter.id }, query: { language }, signal }),
  placeholderData: keepPreviousData,
});
export const wordsKey = (id: string) => ['newsletter', id, 'words'];
export type Texts = Operations['get']['/v1/newsletters/{id}/words']['answers'][200];
export type OwnText = Texts['texts'][number];
