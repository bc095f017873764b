import { z } from 'zod';
import { timestamp } from '../platform/http/fields.ts';

export const mostSamples = 20;

const count = z.int();
const reasons = z.array(z.object({ reason: z.string(), count }));

export const simulationSchema = z
  .object({
    entered: count.describe('Passages that would have begun'),
    mails: count.describe('Mails that it would have sent'),
    by_todays_values: count.describe(
      'Passages that depend on conditions about people of which only the values of today are known: all but tags and types',
    ),
    is_complete: z
      .boolean()
      .describe('Whether all triggers of the time were read; at most the first 50,000 are'),
    steps: z.array(z.object({ id: z.string(), type: z.string() })).describe('In the order of their delays'),
    entries: z
      .array(z.object({ day: z.string(), count }))
      .describe('By day, in the time zone of the newsletter'),
    mails_by_day: z.array(z.object({ step: z.string().describe('Id of the step'), day: z.string(), count })),
    refused: reasons.describe('People who would not have entered, by reason'),
    exits: reasons.describe('People who would have left before the end, by reason'),
    same_day: count.describe('Mails to somebody who was mailed an issue on the same day'),
    samples: z
      .array(
        z.object({
          subscriber_id: z.string().nullable(),
          entered_date: timestamp,
          left: z.string().nullable(),
          basis: z.enum(['as_then', 'by_todays_values']),
          steps: z.array(
            z.object({
              id: z.string(),
              type: z.string(),
              result: z.enum(['done', 'skipped']),
              reason: z.string(),
              date: timestamp,
            }),
          ),
        }),
      )
      .describe(`The first ${mostSamples} passages`),
  })
  .meta({ id: 'SequenceSimulation' });
export type Simulation = z.output<typeof simulationSchema>;
