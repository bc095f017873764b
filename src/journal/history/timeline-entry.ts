import { z } from 'zod';
import { timestamp } from '../../platform/http/fields.ts';
import { listParameter, pageParameters, textParameter } from '../../platform/http/query.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';

/** An example for the API reference. */
const timelineExample = {
  id: '0199d2c5-4a00-7000-8000-00000000000a',
  kind: 'click',
  date: '2026-11-20T09:31:07.000Z',
  email: { id: '0199d2c5-4a00-7000-8000-000000000001', subject: 'What the sea leaves' },
  changes: [],
  consent: null,
  mail: null,
  hit: { url: 'https://tides.example/', client: 'Firefox', verdict: 'human', reasons: [] },
  report: null,
  sequence: null,
};

export const timelineKinds = ['change', 'consent', 'mail', 'open', 'click', 'report', 'sequence'] as const;
export type TimelineKind = (typeof timelineKinds)[number];

export const timelineEntry = z
  .object({
    id: z.string(),
    kind: z
      .enum(timelineKinds)
      .describe(
        'change: of the subscriber, in one transaction. mail: a copy of an email. report: a bounce, a complaint or another answer to a mail',
      ),
    date: timestamp.describe(
      'When it happened. For a mail, when it got its status; for one that is planned, came back or was complained about, when its sending began',
    ),
    email: z
      .object({ id: z.string(), subject: z.string() })
      .nullable()
      .describe('The email it is about; for a change, the one whose unsubscribe link was used'),
    changes: z
      .array(z.object({ event_type: z.string(), data: z.record(z.string(), z.unknown()) }))
      .describe('For a change: its events in the journal. Tags in `added` and `removed` are ids'),
    consent: z
      .object({ ip_address: z.string(), page_url: z.string(), form_text: z.string() })
      .nullable()
      .describe('Where somebody agreed, and the words they were shown'),
    mail: z
      .object({ status: z.string(), reply: z.string(), reply_sentence: sentenceSchema, attempts: z.int() })
      .nullable()
      .describe('As in the deliveries of the email'),
    hit: z
      .object({
        url: z.string().nullable(),
        client: z.string(),
        verdict: z.enum(['human', 'proxied', 'machine']),
        reasons: z.array(z.string()).describe('The reasons for the verdict'),
      })
      .nullable()
      .describe('For an open or a click'),
    report: z
      .object({
        kind: z.string(),
        status: z.string().nullable(),
        reason: z.string().nullable(),
        reason_sentence: sentenceSchema,
      })
      .nullable()
      .describe("As in /v1/feedback: `reason` is the server's own words"),
    sequence: z
      .object({
        id: z.string(),
        name: z.string(),
        what: z.enum(['entered', 'step', 'left', 'done', 'failed', 'refused']),
        step: z.string().nullable().describe('The type of the step'),
        result: z.enum(['done', 'skipped', 'failed']).nullable(),
        reason: z.string().describe('Why a step was skipped, or the person left or did not enter'),
      })
      .nullable()
      .describe('What a sequence did. Its mails are separate entries'),
  })
  .meta({ id: 'TimelineEntry', examples: [timelineExample] });
export type TimelineEntry = z.output<typeof timelineEntry>;

export const timelineFilters = z.object({
  page: pageParameters.page,
  page_size: pageParameters.page_size,
  kind: listParameter.describe(`${timelineKinds.join(', ')}; without it, all`),
  cursor: textParameter.describe('Where the page begins; take it from `next`'),
});

/** The position of an entry: by date, then id. */
export type TimelinePlace = { date: string; id: string };
