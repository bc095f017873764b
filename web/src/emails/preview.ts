import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef } from 'react';
import type { Email, Operations } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { ApiFailure } from '../platform/failure.ts';
import { words } from '../words.ts';
import type { LineFinding } from './editor/findings.ts';
import type { Fields } from './fields.ts';

export type Preview = Operations['post']['/v1/emails/preview']['answers'][200];
export type Finding = Preview['findings'][number];
type Wanted = { subscriber?: string; page?: boolean };

/** Texts up to this length are shown at once when typing pauses; longer ones wait longer. */
const shortLength = 20_000;
const restMilliseconds = 50;

/** The mail rendered from these fields when typing pauses. An older response never replaces a newer one. */
export function previewQuery(here: Here, email: Email | undefined, fields: Fields, wanted: Wanted = {}) {
  const { subject, body, email_type, should_send_teaser, custom_teaser, template } = fields;
  const { description, archival_mode, image, canonical_url } = fields;
  const text = { subject: subject.trim() === '' ? words.emails.untitled : subject, body, description };
  const settings = { email_type, should_send_teaser, custom_teaser, template, archival_mode };
  const asked = { ...text, ...settings, image, canonical_url, ...wanted, lines: true };
  const isLong = body.length > shortLength;
  return {
    queryKey: ['newsletter', here.newsletter.id, 'preview', email?.id, asked],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const rest = isLong ? Math.min(1500, body.length / 100) : restMilliseconds;
      await new Promise(resolve => setTimeout(resolve, rest));
      signal.throwIfAborted();
      // This address has a rate limit of its own for people who type.
      return must(() => here.api.post('/v1/emails/preview', { body: asked, signal }));
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: isLong ? 0 : 20_000,
  };
}

/** The preview of what is being written. What was shown last stays while a text cannot be rendered. */
export function usePreview(here: Here, email: Email | undefined, fields: Fields, wanted: Wanted) {
  const { data, error } = useQuery(previewQuery(here, email, useDeferredValue(fields), wanted));
  const last = useRef(data);
  if (data) last.current = data;
  return { preview: data ?? last.current, error };
}

/** The findings that stand at a line of the text. The editor itself finds names that nothing is filled in for. */
export function findingsAt(preview: Preview | undefined, error: unknown): LineFinding[] {
  const refused =
    error instanceof ApiFailure && /^body, line (\d+)(?:, column \d+)?: (.*)$/s.exec(error.detail);
  if (refused) return [{ line: Number(refused[1]), severity: 'error', detail: refused[2]! }];
  if (error || !preview) return [];
  return preview.findings.flatMap(({ kind, part, line, severity, detail }) =>
    part === 'body' && line !== null && kind !== 'variable_unknown' ? [{ line, severity, detail }] : [],
  );
}
