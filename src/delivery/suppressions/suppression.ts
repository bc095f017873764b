import { z } from 'zod';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { text, timestamp } from '../../platform/http/fields.ts';
import { listParameter, pageParameters, textParameter } from '../../platform/http/query.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

/**
 * The reasons why somebody is suppressed, with the type that a subscriber then has. Erased people have no type, because only a hash of them
 * is left.
 */
export const typeOfReason = {
  bounced: 'undeliverable',
  complained: 'complained',
  unsubscribed: 'unsubscribed',
  blocked: 'blocked',
  removed: 'removed',
} as const satisfies Record<string, SubscriberType>;

export const reasons = ['bounced', 'complained', 'unsubscribed', 'blocked', 'removed', 'erased'] as const;

export const suppressionSchema = z
  .object({
    id: z.string(),
    reason: z
      .enum(reasons)
      .describe(
        'bounced: the mailbox accepts no mail. complained: they reported a mail as spam. blocked: by your team. erased: their data was deleted, and only a hash of the address is kept',
      ),
    email_address: z.string().nullable().describe('Null for erased people'),
    subscriber_id: z.string().nullable().describe('Null for erased people'),
    by_person: z.boolean().describe('Whether they are known to have done this themselves'),
    detail: z.string().describe("The reason given: the mail server's words, or what the person wrote"),
    detail_sentence: sentenceSchema,
    explanation: z.string().describe('Why they get no more mail, in one sentence'),
    explanation_sentence: sentenceSchema,
    evidence: z
      .object({
        feedback_id: z.string(),
        kind: z.string(),
        status: z.string().nullable().describe('Enhanced status code (RFC 3463)'),
        reason: z.string().nullable().describe("The receiving server's own words, or what its code means"),
        reason_sentence: sentenceSchema,
        pattern: z.string().nullable().describe('What decided the kind'),
        email_id: z.string().nullable(),
        creation_date: timestamp,
      })
      .nullable()
      .describe('The newest bounce or complaint behind it'),
    can_be_lifted: z.boolean(),
    suppression_date: timestamp,
  })
  .meta({ id: 'Suppression' });
export type Suppression = z.output<typeof suppressionSchema>;

export const suppressionParameters = z.object({
  ...pageParameters,
  reason: listParameter.describe(`Any of ${reasons.join(', ')}`),
  search: textParameter.describe(
    'A part of the address or of a value in the metadata, ignoring case. A whole address finds an erased person too',
  ),
  subscriber_id: textParameter.describe('Only this subscriber'),
  cursor: textParameter.describe('Where the page begins; take it from `next`'),
});
export type SuppressionParameters = z.output<typeof suppressionParameters>;

export const liftInput = z.object({
  reason: text(500)
    .refine(words => words.trim() !== '', sentence('input.why_again'))
    .describe('Why this person may get mail again; the audit log keeps it'),
});
