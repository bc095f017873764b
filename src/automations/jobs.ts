import type { Job } from '../platform/jobs.ts';

/** Mails the owner that an automation's email waits as a draft. */
export const tellWaiting: Job<{ email_id: string }> = { name: 'tell_waiting', policy: 'short' };
