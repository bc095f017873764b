import { z } from 'zod';
import { timestamp } from '../../platform/http/fields.ts';
import { type Trial, trialSteps } from '../../platform/mail/smtp/trial.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';

export const relayTest = z
  .object({
    relays: z
      .array(
        z.object({
          name: z.string().describe('host:port'),
          state: z.enum(['good', 'warning', 'failed']),
          steps: z.array(
            z.object({
              step: z.enum(trialSteps),
              state: z
                .enum(['good', 'warning', 'failed', 'skipped'])
                .describe('skipped: it was not requested, or an earlier step failed'),
              words: z
                .array(z.string())
                .describe('What the relay said; for ehlo, what it offers, one feature per line'),
              detail: z.string().describe('What is wrong or was found, and what to do'),
              detail_sentence: sentenceSchema,
              milliseconds: z.int(),
            }),
          ),
          tls: z
            .object({
              protocol: z.string(),
              subject: z.string(),
              issuer: z.string(),
              valid_from: timestamp,
              valid_until: timestamp,
              is_trusted: z.boolean(),
            })
            .nullable(),
          extensions: z.array(z.string()),
        }),
      )
      .describe('The relays that were tested; empty while mail stays in the built-in inbox'),
    mailed_to: z.string().nullable(),
    test_date: timestamp,
  })
  .meta({ id: 'RelayTest' });

/** Shows the trial as the API does. */
export function showTrial({ tls, ...trial }: Trial) {
  return {
    ...trial,
    tls: tls && {
      ...tls,
      valid_from: tls.valid_from.toISOString(),
      valid_until: tls.valid_until.toISOString(),
    },
  };
}
