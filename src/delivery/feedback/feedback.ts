import { z } from 'zod';
import { subscriberTypes } from '../../audience/filter/fields.ts';
import type { Kind } from '../../engines/bounces/patterns/pattern.ts';
import type { MailService } from '../../platform/config/config.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { listParameter, pageParameters, textParameter } from '../../platform/http/query.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';

export const kinds = [
  'hard',
  'soft',
  'policy',
  'delayed',
  'delivered',
  'complaint',
  'not_spam',
  'auto_reply',
  'none',
] as const satisfies Kind[];

/** The way on which feedback arrives. `hand_over`: the mail server refused during hand-over. */
export type Source = 'hand_over' | 'smtp' | 'lmtp' | 'api' | MailService;

/** The clue that identified a report's delivery. Only somebody who had the message knows it. */
export type Clue = 'hand_over' | 'return_path' | 'message_id' | 'unsubscribe_link' | 'provider';

export const feedbackSchema = z
  .object({
    id: z.string(),
    kind: z
      .enum(kinds)
      .describe(
        'hard: there is no such mailbox. soft: given up because of a temporary problem. policy: the receiver refuses the sender or the content',
      ),
    status: z.string().nullable().describe('Enhanced status code (RFC 3463)'),
    reason: z.string().nullable().describe("The receiving server's own words, or what its code means"),
    reason_sentence: sentenceSchema,
    recipient: z.string().nullable().describe('The address in the report'),
    pattern: z.string().nullable().describe('What decided the kind'),
    source: z
      .string()
      .describe(
        'hand_over (the mail server refused it immediately), smtp, lmtp, api, or the mail service that reported it, such as ses',
      ),
    identified_by: z
      .string()
      .nullable()
      .describe(
        'hand_over, return_path, message_id, unsubscribe_link or provider; null if the delivery is unknown',
      ),
    email_id: z.string().nullable(),
    subscriber_id: z.string().nullable(),
    email_address: z.string().nullable().describe("The subscriber's address now"),
    subscriber_type: z.enum(subscriberTypes).nullable().describe("The subscriber's type now"),
    effect: z
      .enum(['undeliverable', 'complained'])
      .nullable()
      .describe('The type that the subscriber got because of it; null if they kept theirs'),
    creation_date: timestamp,
  })
  .meta({
    id: 'Feedback',
    examples: [
      {
        id: '0197a1a1-0000-7000-8000-000000000092',
        kind: 'hard',
        status: '5.1.1',
        reason: '550 5.1.1 <grace@lowwater.example>: no such user here',
        recipient: 'grace@lowwater.example',
        pattern: 'code 5.1.1',
        source: 'smtp',
        identified_by: 'return_path',
        email_id: '0197a1a1-0000-7000-8000-000000000014',
        subscriber_id: '0197a1a1-0000-7000-8000-000000000003',
        email_address: 'grace@lowwater.example',
        subscriber_type: 'undeliverable',
        effect: 'undeliverable',
        creation_date: '2026-11-20T09:00:00.000Z',
      },
    ],
  });
export type Feedback = z.output<typeof feedbackSchema>;

export const feedbackFilters = z.object({
  ...pageParameters,
  email_id: textParameter,
  subscriber_id: textParameter,
  kind: listParameter.describe(kinds.join(', ')),
  domain: listParameter.describe('The domain of the recipient; matches the whole domain'),
});
export type FeedbackFilters = z.output<typeof feedbackFilters>;
