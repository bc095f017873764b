import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { limits } from '../platform/limits.ts';
import { words } from '../words.ts';

/** Creates a draft with the same text, settings and audience. */
export async function duplicateEmail(here: Here, id: string): Promise<Email> {
  const email = await here.api.get('/v1/emails/{id}', { params: { id } });
  const { body, email_type, template, description, should_send_teaser, custom_teaser } = email;
  const { filters, attachments, archival_mode, metadata, locale, image, related_email_ids } = email;
  const { reader_time, ignores_cap } = email;
  const subject = words.emails.duplicated(email.subject).slice(0, limits.emails.subject);
  const written = { body, email_type, template, description, should_send_teaser, custom_teaser, image };
  const kept = { filters, attachments, archival_mode, metadata, locale, related_email_ids };
  const sending = { reader_time, ignores_cap };
  return here.api.post('/v1/emails', { body: { ...written, ...kept, ...sending, subject, status: 'draft' } });
}
