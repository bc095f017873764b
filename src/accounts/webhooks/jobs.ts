import type { Job } from '../../platform/jobs.ts';

/** To tell a newsletter's owner by mail that a webhook was disabled. */
export const tellOwner: Job<{ webhook_id: string }> = { name: 'tell_webhook_owner', policy: 'short' };
