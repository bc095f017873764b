import { z } from 'zod';
import { subscriberTypes } from '../../../audience/filter/fields.ts';
import { metadata } from '../../../platform/http/fields.ts';
import { sentenceSchema } from '../../../platform/sentences/schema.ts';
import { dateOrders } from '../columns/dates.ts';

/** The results for the people of a file. */
export type PeopleCounts = {
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  confirmation_mails: number;
};

const outcomes = ['refused', 'merged', 'skipped', 'noted', 'kept'] as const;
export type Outcome = (typeof outcomes)[number];

/** The reasons of lines in the report, and how many lines have each. */
export const reasonSchema = z.object({
  outcome: z
    .enum(outcomes)
    .describe(
      'refused: the line is not imported; merged: with another line of the same person; skipped: the person here does not change; noted: something to know; kept: an undo does not change this',
    ),
  reason: z.string().describe('The reason in the report, with … in place of what differs from line to line'),
  reason_sentence: sentenceSchema,
  count: z.int(),
});
export type Reason = z.output<typeof reasonSchema>;

/** The dates of a column that can be read in two ways. */
export const dateReportSchema = z.object({
  column: z.string(),
  count: z.int().describe('How many of its dates can be read in two ways'),
  example: z.string(),
  order: z
    .enum(dateOrders)
    .nullable()
    .describe('How they were read; null: they are left out until `date_orders` says which comes first'),
});
export type DateReport = z.output<typeof dateReportSchema>;

/** Somebody as they would be imported, and their line in the file. */
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
