import { z } from 'zod';
import { timestamp } from '../platform/http/fields.ts';
import { sentenceSchema } from '../platform/sentences/schema.ts';
import { approvalStates, partKinds } from './email.ts';
import { analyticsExample, emailExample } from './examples.ts';
import { type FieldName, shown } from './fields.ts';
import { secondTryTo } from './missed.ts';

const count = z.int();
export const analyticsSchema = z
  .object({
    recipients: count.describe('The audience, without people who left before being served'),
    deliveries: count.describe('Accepted by the mail server, and not bounced'),
    opens: count.describe('Recipients who opened it'),
    clicks: count.describe('Recipients who followed a link'),
    temporary_failures: count.describe('Still being retried, or given up after temporary failures'),
    permanent_failures: count.describe('Permanently refused'),
    unsubscriptions: count,
    complaints: count,
  })
  .meta({ id: 'EmailAnalytics', examples: [analyticsExample] });
export type Analytics = z.output<typeof analyticsSchema>;

/** The figures of an email in flight or sent: its analytics and more. */
export type Figures = Analytics & {
  /** Deliveries with an unknown outcome. */
  uncertain: number;
  /** Refusals because of faults of the sender (null if none), and the most frequent reply. */
  sender_faults: number | null;
  sender_fault: string | null;
};

const partSchema = z.object({
  part: z
    .enum(partKinds)
    .describe(
      'email: one of its fields; snippet, segment or attachment: one that it uses; newsletter: a setting that its mail or page shows',
    ),
  key: z
    .string()
    .describe('The field, the identifier of the snippet, or the id of the segment or attachment'),
  name: z.string().describe('Its name, for people'),
  by: z.string().nullable().describe('Id of the person or API key that last changed it; null: unknown'),
});

/** Parts of an email with their versions. */
export const shownParts = z.array(
  partSchema.extend({ version: z.string().describe('Differs after every change') }),
);

const approvalSchema = z
  .object({
    state: z
      .enum(approvalStates)
      .describe('voided: it has changed since it was approved, or the approval was withdrawn'),
    requested_by: z
      .string()
      .nullable()
      .describe('Id of the person or API key whose request to send has to be approved'),
    requested_date: timestamp.nullable().describe('When they requested it'),
    by: z.string().nullable().describe('Id of the person or API key that approved or declined'),
    count: z
      .int()
      .nullable()
      .describe('Maximum number of approved recipients, or the number at the time of the request'),
    reason: z.string().describe('Why it was declined; empty if nobody said'),
    changes: z
      .array(partSchema)
      .describe(
        'What has changed since the approval was requested or, later, given; those who changed it cannot approve. Empty in lists',
      ),
  })
  .describe(
    'Approval by a second person or API key, for callers that may not send alone, and for more recipients than approval_threshold',
  );

/** Returns these fields for this place in the object. */
function here(...names: FieldName[]): object {
  return Object.fromEntries(names.map(name => [name, shown[name]]));
}

// The order is the order in the document; newer fields come last.
export const emailSchema = z
  .object({
    id: z.string(),
    ...here('included_tags', 'excluded_tags', 'filters'),
    creation_date: timestamp,
    modification_date: timestamp,
    ...here('publish_date', 'attachments', 'subject', 'canonical_url', 'image', 'description'),
    source: z.string().describe('api, app, import or automation'),
    automation_id: z.string().nullable().describe('The automation that created it'),
    ...here('body', 'secondary_id', 'email_type', 'slug'),
    external_url: z.string(),
    absolute_url: z.string().describe('The public page of the email'),
    ...here('status'),
    status_reason: z
      .string()
      .describe('Why it is errored or waiting; how many deliveries are uncertain, and what to do'),
    status_reason_sentence: sentenceSchema,
    ...here('metadata', 'should_send_teaser', 'custom_teaser', 'archival_mode', 'featured'),
    ...here('related_email_ids', 'template', 'commenting_mode'),
    should_trigger_pay_per_email_billing: z.literal(false).describe('Always false: nothing is charged'),
    approval: approvalSchema,
    parts: shownParts.describe(
      'What its mail and page are made of apart from its own fields: snippets, segments, attachments, and settings of the newsletter. Empty in lists',
    ),
    analytics: analyticsSchema.nullable().describe('Null until sent'),
    deliveries_dropped_date: timestamp
      .nullable()
      .describe(
        'The date since which only the counts of its deliveries are kept (delivery_months of the newsletter)',
      ),
    second_try_of: z
      .string()
      .nullable()
      .describe('The email that it goes once more to people who missed it (POST /v1/emails/{id}/second-try)'),
    second_try_to: z.enum(secondTryTo).nullable(),
    ...shown,
  })
  .meta({ id: 'Email', examples: [emailExample] });
