import { z } from 'zod';
import { subscriberTypes } from '../../../audience/filter/fields.ts';
import { metadata } from '../../../platform/http/fields.ts';

/** What becomes of the people of a file. */
export type PeopleCounts = {
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  confirmation_mails: number;
};

/** Why lines are in the report, and how many of them. */
export const reasonSchema = z.object({
  outcome: z.enum(['refused', 'skipped', 'noted', 'kept']),
  reason: z.string().describe('As in the report, with … for what differs from line to line'),
  count: z.int(),
});
export type Reason = z.output<typeof reasonSchema>;

/** Somebody as they would be, and the line of the file that says so. */
export const sampleSchema = z.object({
  file: z.string(),
  line: z.int(),
  outcome: z.enum(['created', 'updated']),
  email_address: z.string(),
  type: z.enum(subscriberTypes),
  tags: z.array(z.string()).describe('Names'),
  metadata,
  notes: z.string(),
  creation_date: z.string().nullable().describe('null: now'),
});
export type Sample = z.output<typeof sampleSchema>;
