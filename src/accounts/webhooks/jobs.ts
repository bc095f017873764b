import type { Job } from '../../platform/jobs.ts';

/** Mails a newsletter's owner that a webhook was disabled. */
export const tellOwner: Job<{ webhook_id: string }> = { name: 'tell_webhook_owner', policy: 'short' };
