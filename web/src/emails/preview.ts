import { keepPreviousData } from '@tanstack/react-query';
import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { words } from '../words.ts';

const restMilliseconds = 140;
export type Text = { subject: string; body: string };

/** The mail rendered from this text when typing pauses; an older response never replaces a newer one. */
export function previewQuery(here: Here, email: Email | undefined, { subject, body }: Text) {
  const { email_type, should_send_teaser, custom_teaser, template, description } = email ?? {};
  const settings = email ? { email_type, should_send_teaser, custom_teaser, template, description } : {};
  return {
    queryKey: ['newsletter', here.newsletter.id, 'preview', settings, subject, body],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      await new Promise(resolve => setTimeout(resolve, restMilliseconds));
      signal.throwIfAborted();
      return must(() =>
        here.api.post('/v1/emails/preview', {
          body: { ...settings, subject: subject.trim() === '' ? words.emails.untitled : subject, body },
          signal,
        }),
      );
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  };
}
