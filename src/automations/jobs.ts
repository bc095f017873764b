import type { Job } from '../platform/jobs.ts';

/** To mail the owner that an email of an automation waits as a draft. */
export const tellWaiting: Job<{ email_id: string }> = { name: 'tell_waiting', policy: 'short' };
