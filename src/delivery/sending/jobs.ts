import type { Job } from '../../platform/jobs.ts';

/** To send one person a preview of an email. Mail of the service's own has a queue of its own: no campaign is before it. */
export const sendPreview: Job<{ email_id: string; to: PreviewRecipient }> = {
  name: 'send_preview',
  policy: 'standard',
};

/** A subscriber, by id, or an address that need not be one's. */
export type PreviewRecipient = { subscriber_id: string } | { email_address: string };
