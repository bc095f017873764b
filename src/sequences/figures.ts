import { z } from 'zod';
import { analyticsOf } from '../delivery/ledger/analytics.ts';
import { type Analytics, analyticsSchema } from '../emails/schema.ts';
import type { Database } from '../platform/database/connect.ts';
import { findEdition } from './definition/queries.ts';
import type { Sequence } from './definition/sequence.ts';
import { countSteps, listEmailsOf, stepResults } from './run-queries.ts';

const count = z.int();

export const figuresSchema = z
  .object({
    ...analyticsSchema.shape,
    steps: z
      .array(
        z.object({
          id: z.string(),
          type: z.string(),
          waiting: count.describe('How many people wait for it'),
          held: count,
          done: count,
          skipped: count,
          failed: count,
          left: count.describe('How many people left before it'),
          reasons: z
            .array(z.object({ result: z.enum(stepResults), reason: z.string(), count }))
            .describe('The reasons, as far as there are any'),
          mail: analyticsSchema
            .nullable()
            .describe('For a step that mails: the figures of its mails in all passages'),
        }),
      )
      .describe(
        'The steps of the current edition. People in an earlier one are counted at those of its steps that still exist',
      ),
  })
  .meta({ id: 'SequenceAnalytics' });

const none = { waiting: 0, held: 0, done: 0, skipped: 0, failed: 0, left: 0, reasons: [] };

/** Returns the results of the sequence's mails, in all and step by step, and who is where. They are counted from runs and the ledger. */
export async function figuresOf(db: Database, sequence: Sequence): Promise<z.output<typeof figuresSchema>> {
  const edition = await findEdition(db, sequence.key, sequence.edition);
  const [steps, emails] = [await countSteps(db, sequence), await listEmailsOf(db, sequence)];
  const mails = await analyticsOf(
    db,
    emails.map(({ email_key }) => email_key),
  );
  const sum = (keys: number[]) => keys.map(key => mails.get(key)!).reduce(add, zeros);
  return {
    ...sum([...mails.keys()]),
    steps: edition.steps.map(({ id, type }) => ({
      ...none,
      ...(({ step_id: _, ...own }) => own)(steps.get(id) ?? { step_id: id, ...none }),
      id,
      type,
      mail:
        type === 'send_email'
          ? sum(emails.filter(({ step_id }) => step_id === id).map(({ email_key }) => email_key))
          : null,
    })),
  };
}

const names = Object.keys(analyticsSchema.shape) as (keyof Analytics)[];
const zeros = Object.fromEntries(names.map(name => [name, 0])) as Analytics;

function add(one: Analytics, other: Analytics): Analytics {
  return Object.fromEntries(names.map(name => [name, one[name] + other[name]])) as Analytics;
}
