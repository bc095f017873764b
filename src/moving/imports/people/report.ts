import { z } from 'zod';
import { subscriberTypes } from '../../../audience/filter/fields.ts';
import { metadata } from '../../../platform/http/fields.ts';

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
