import type { Job } from '../../platform/jobs.ts';

/** Mails a link, if `mail_due`. */
export const mailReaderLink: Job<{ link_id: string }> = { name: 'mail_reader_link', policy: 'short' };
