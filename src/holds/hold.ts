import { z } from 'zod';
import { statuses } from '../delivery/ledger/counts.ts';
import { holdReasons } from '../platform/fence/hold-reasons.ts';
import { timestamp } from '../platform/http/fields.ts';
import { listParameter, pageParameters, textParameter } from '../platform/http/query.ts';
import { eitherOf } from '../platform/sentences/choices.ts';
import { sentenceSchema } from '../platform/sentences/schema.ts';
import { heldRecipientExample, pendingExample, resumeExample, statusExample } from './examples.ts';

const reasons = Object.keys(holdReasons) as (keyof typeof holdReasons)[];

export const holdSchema = z
  .object({
    status: z
      .enum(['open', 'waiting', 'hold'])
      .describe(
        'open: mail, webhooks, feeds and bulk actions work. waiting: no worker has confirmed yet that this is its database, or the witness cannot be used (then `detail` says why). hold: nothing goes out until an operator resumes',
      ),
    reason: z.enum(reasons).nullable().describe('Why it is on hold'),
    detail: z
      .string()
      .describe('Why nothing goes out, in words; empty if something goes out, or will in a moment'),
    detail_sentence: sentenceSchema,
    hold_date: timestamp.nullable(),
    known_until: timestamp
      .nullable()
      .describe('The database does not know what happened after this time: what was sent, and what is new'),
    origin: z.string().describe('Where the backup came from, if one was restored'),
  })
  .meta({ id: 'Hold', examples: [statusExample] });
export type Hold = z.output<typeof holdSchema>;

const newsletter = z.object({ id: z.string(), username: z.string(), name: z.string() });

const counts = {
  written_again:
    'Recipients whose copies had been sent and whose outcomes the database lacked: workers remembered the outcomes and wrote them again. None of them gets a second copy',
  in_hand:
    'Recipients whose copies a worker had in hand and has not reported on. They may have got their copy. They become `uncertain` when sending resumes, unless that worker comes back and reports',
} as const;

export const pendingSchema = z
  .object({
    emails: z.array(
      z.object({
        id: z.string(),
        subject: z.string(),
        status: z.string(),
        publish_date: timestamp.nullable(),
        newsletter,
        accepted: z.int().describe('Copies accepted by the mail server, as far as known'),
        planned: z
          .int()
          .nullable()
          .describe('Recipients without a copy, as far as known; null if the audience is not decided yet'),
        temporary: z.int().describe('Recipients who would be tried again'),
      }),
    ),
    bulk_actions: z.array(
      z.object({ id: z.string(), type: z.string(), newsletter, remaining: z.int().describe('Items') }),
    ),
    automations: z.int().describe('Active automations'),
    queued_items: z.int().describe('Posts of feeds that wait to be mailed'),
    webhook_deliveries: z.int().describe('Events that wait to be posted to webhooks'),
    recipients: z
      .array(
        z.object({
          id: z.string().describe('Of the email'),
          subject: z.string(),
          newsletter,
          written_again: z.int().describe(counts.written_again),
          in_hand: z.int().describe(counts.in_hand),
        }),
      )
      .describe(
        'Recipients whose outcomes the database lacks or lacked, by email. `GET /v1/hold/recipients` lists them',
      ),
    unknown: z.string().describe('What cannot be listed, in words; empty if nothing is in doubt'),
    unknown_sentence: sentenceSchema,
  })
  .meta({ id: 'HoldPending', examples: [pendingExample] });
export type Pending = z.output<typeof pendingSchema>;

export const heldFilters = z.object({
  ...pageParameters,
  email: textParameter.describe('The id of one email'),
  type: listParameter.describe('written_again, in_hand'),
});

/** Somebody whose outcome the database lacks now, or lacked before a worker wrote it again. */
export const heldRecipient = z
  .object({
    email: z.object({ id: z.string(), subject: z.string() }),
    newsletter,
    subscriber_id: z.string().nullable().describe('Null for deleted subscribers'),
    email_address: z.string().nullable().describe('The current address; null for deleted subscribers'),
    type: z
      .enum(['written_again', 'in_hand'])
      .describe(`written_again: ${counts.written_again}. in_hand: ${counts.in_hand}`),
    status: z.enum(statuses).describe('What the ledger says now'),
    date: timestamp.nullable().describe('When the outcome was written again'),
  })
  .meta({ id: 'HeldRecipient', examples: [heldRecipientExample] });
export type HeldRecipient = z.output<typeof heldRecipient>;

const rest = z.enum(['send', 'uncertain'], eitherOf('send', 'uncertain'));

export const resumeRequest = z
  .object({
    rest: rest.describe(
      'What to do with everything that is not named below. send: nothing has gone out since, so everything continues. uncertain: it may have gone out, so nothing is sent that might be a repetition',
    ),
    emails: z
      .record(z.string(), rest)
      .default({})
      .describe('By the id of an email: send the rest of it, or mark the rest `uncertain`'),
    bulk_actions: z
      .enum(['continue', 'stop'], eitherOf('continue', 'stop'))
      .optional()
      .describe('By default they continue with `send`, and stop with `uncertain`'),
    webhooks: z
      .enum(['tell', 'drop'], eitherOf('tell', 'drop'))
      .optional()
      .describe(
        'Waiting events. By default they are posted with `send`, and dropped with `uncertain`; events stay in /v1/events',
      ),
    posts: z
      .enum(['mail', 'hold'], eitherOf('mail', 'hold'))
      .optional()
      .describe(
        'Waiting posts, and those of the next fetch of each feed. By default they are mailed with `send`, and held with `uncertain`',
      ),
  })
  .meta({ examples: [resumeExample] });
export type Decisions = z.output<typeof resumeRequest>;

export const resumed = z
  .object({
    emails_continued: z.int(),
    emails_stopped: z.int(),
    recipients_uncertain: z
      .int()
      .describe('Recipients marked uncertain; `POST /v1/emails/{id}/deliveries/resend` reaches them'),
    bulk_actions_stopped: z.int(),
    events_dropped: z.int(),
    items_held: z.int(),
  })
  .meta({
    examples: [
      {
        emails_continued: 1,
        emails_stopped: 2,
        recipients_uncertain: 4120,
        bulk_actions_stopped: 0,
        events_dropped: 37,
        items_held: 3,
      },
    ],
  });
export type Resumed = z.output<typeof resumed>;
