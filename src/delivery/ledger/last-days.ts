import { z } from 'zod';
import { sentence } from '../../platform/sentences/sentence.ts';
import { countedDays } from './domain-counts.ts';

const rule = sentence('input.days_up_to', { most: countedDays });

/** The number of days whose emails are counted. */
export const lastDays = z.coerce
  .number(rule)
  .int(rule)
  .min(1, rule)
  .max(countedDays, rule)
  .default(30)
  .describe(`How many of the last days; at most ${countedDays}`);
