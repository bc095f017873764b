import { z } from 'zod';
import { sentence } from '../platform/sentences/sentence.ts';

/** How many mails of a newsletter one person gets at most within so many days. */
export const mailCap = z.strictObject({
  count: z.int(sentence('input.whole_number')).min(1, sentence('input.cap_count')).max(1000),
  days: z.int(sentence('input.whole_number')).min(1).max(366),
});
export type MailCap = z.output<typeof mailCap>;

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, sentence('input.quoted_time'));

/** The hours in which sequences mail nobody, by the reader's clock. Past midnight if they end before they begin. */
export const quietHours = z
  .strictObject({ from: timeOfDay, until: timeOfDay })
  .refine(({ from, until }) => from !== until, {
    path: ['until'],
    message: sentence('input.quiet_hours_end'),
  });
export type QuietHours = z.output<typeof quietHours>;
