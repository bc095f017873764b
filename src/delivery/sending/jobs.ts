import type { Job } from '../../platform/jobs.ts';

/**
 * Sends one person a preview of an email. Service mails have their own queue, so they do not wait behind emails to
 * many.
 */
export const sendPreview: Job<{ email_id: string; to: PreviewRecipient }> = {
  name: 'send_preview',
  policy: 'standard',
};

/** A subscriber, by id, or any address. */
export type PreviewRecipient = { subscriber_id: string } | { email_address: string };
