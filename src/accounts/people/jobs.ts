import type { Job } from '../../platform/jobs.ts';

/** Mails a sign-in link or an invitation, if its mail is due. */
export const mailPerson: Job<{ link_id: string } | { invitation_id: string }> = {
  name: 'mail_person',
  policy: 'short',
};
