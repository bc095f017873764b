import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { Email, Operations } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { minute_ms } from '../../platform/durations.ts';
import { useLast } from '../../platform/last.ts';
import { words } from '../../words.ts';
import type { LineFinding } from '../editor/findings.ts';
import type { Fields } from '../fields.ts';
import { refuseUnfinished, unfinishedIn } from '../unfinished.ts';

export type Preview = Operations['post']['/v1/emails/preview']['answers'][200];
export type Finding = Preview['findings'][number];
type Wanted = { subscriber?: string; page?: boolean };

/** The number of characters up to which previews stay in the cache. */
const shortLength = 20_000;

/**
 * The pause in typing, in milliseconds, after which a text is sent. It is half as long as the last answer took: a fast service shows each
 * character, and one that is far away, busy or has a long text to render is asked less often.
 */
const rest = { least: 10, most: 1500, next: 10 };

/** Queries the mail rendered from these fields when typing pauses. An older response never replaces a newer one. */
export function previewQuery(here: Here, email: Email | undefined, fields: Fields, wanted: Wanted = {}) {
  const { subject, body, email_type, should_send_teaser, custom_teaser, template } = fields;
  const { description, archival_mode, image, canonical_url, locale } = fields;
  const text = { subject: subject.trim() === '' ? words.emails.untitled : subject, body, description };
  const settings = { email_type, should_send_teaser, custom_teaser, template, archival_mode, locale };
  const asked = { ...text, ...settings, image, canonical_url, ...wanted, lines: true };
  return {
    queryKey: ['newsletter', here.newsletter.id, 'preview', email?.id, email?.parts, asked],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      refuseUnfinished({ ...text, custom_teaser });
      await new Promise(resolve => setTimeout(resolve, rest.next));
      signal.throwIfAborted();
      const begun = performance.now();
      try {
        const { api } = here;
        // Both routes have a separate rate limit for people who type.
        return await (email
          ? api.post('/v1/emails/{id}/preview', { params: { id: email.id }, body: asked, signal })
          : api.post('/v1/emails/preview', { body: asked, signal }));
      } finally {
        const took = (performance.now() - begun) / 2;
        if (!signal.aborted) rest.next = Math.min(rest.most, Math.max(rest.least, took));
      }
    },
    placeholderData: keepPreviousData,
    staleTime: minute_ms,
    gcTime: body.length > shortLength ? 0 : 20_000,
  };
}

/** Previews the draft. The last preview stays while the text cannot be rendered. */
export function usePreview(here: Here, email: Email | undefined, fields: Fields, wanted: Wanted) {
  const { data, error } = useQuery(previewQuery(here, email, useDeferredValue(fields), wanted));
  return { preview: useLast(data), error };
}

/** Returns the findings about a line of the text. The editor itself finds unknown names. */
export function findingsAt(preview: Preview | undefined, error: unknown): LineFinding[] {
  const unfinished = unfinishedIn(error);
  if (unfinished?.part === 'body' && unfinished.line !== undefined)
    return [{ ...unfinished, line: unfinished.line, severity: 'error', detail: unfinished.reason }];
  if (error || !preview) return [];
  return preview.findings.flatMap(({ kind, part, line, column, severity, detail }) =>
    part === 'body' && line !== null && kind !== 'variable_unknown'
      ? [
          {
            line,
            ...(column && { column }),
            severity,
            detail,
            lacks_default: kind === 'value_missing',
            is_open_paywall: kind === 'paywall_open',
          },
        ]
      : [],
  );
}
