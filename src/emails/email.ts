import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import { filterGroup } from '../audience/filter/filter.ts';
import type {
  ArchivalMode,
  CommentingMode,
  EmailStatus,
  Emails,
  EmailTemplate,
  EmailType,
} from '../platform/database/schema.ts';
import { metadata, timestamp } from '../platform/http/fields.ts';
import { analyticsExample, emailExample } from './examples.ts';

export type Email = Selectable<Emails>;

export const emailTypes = [
  'public',
  'private',
  'premium',
  'free',
  'churned',
  'archival',
] as const satisfies EmailType[];
export const archivalModes = [
  'enabled',
  'enabled_for_subscribers',
  'enabled_for_paid_subscribers',
  'disabled',
] as const satisfies ArchivalMode[];
export const commentingModes = [
  'disabled',
  'enabled',
  'enabled_for_paid_subscribers',
] as const satisfies CommentingMode[];
export const emailTemplates = ['modern', 'classic', 'naked', 'plaintext'] as const satisfies EmailTemplate[];
export const emailStatuses = [
  'draft',
  'about_to_send',
  'scheduled',
  'in_flight',
  'imported',
  'deleted',
  'sent',
  'errored',
] as const satisfies EmailStatus[];

export const approvalStates = ['none', 'requested', 'approved', 'voided', 'declined'] as const;

/** The statuses an email can be created with. */
export const firstStatuses: readonly EmailStatus[] = ['draft', 'about_to_send', 'scheduled', 'imported'];

/** Whether readers may already have or see an email in this status. */
export function isPublic(status: EmailStatus): boolean {
  return status === 'in_flight' || status === 'sent' || status === 'imported';
}

/** Whether all of the email's content can still change in this status. */
export function isUnsent(status: EmailStatus): boolean {
  return ['draft', 'scheduled', 'about_to_send', 'errored'].includes(status);
}

/**
 * Every move of an email, and who may make it. `undo` is a client's move that is possible only before anybody has been
 * handed to the mail server. Other moves cannot happen: the statement that moves an email consults this table.
 */
export const moves: Readonly<
  Record<EmailStatus, Partial<Record<EmailStatus, 'client' | 'undo' | 'service'>>>
> = {
  // in_flight: to chosen people (sending/send-to.ts).
  draft: { about_to_send: 'client', scheduled: 'client', deleted: 'client', in_flight: 'service' },
  scheduled: {
    draft: 'client',
    about_to_send: 'client',
    deleted: 'client',
    in_flight: 'service',
    errored: 'service',
  },
  about_to_send: { draft: 'undo', deleted: 'client', in_flight: 'service', errored: 'service' },
  in_flight: { sent: 'service', errored: 'service' },
  errored: { about_to_send: 'client', deleted: 'client', draft: 'undo', scheduled: 'undo' },
  imported: { deleted: 'client' },
  sent: { deleted: 'client' },
  deleted: {},
};

/** Whether a client may make this move; `handed_over` says whether anybody has been handed to the mail server. */
export function clientMayMove(from: EmailStatus, to: EmailStatus, handed_over: boolean): boolean {
  const by = moves[from][to];
  return by === 'client' || (by === 'undo' && !handed_over);
}

/** The fields that can still change once sending has begun, and those that can change again afterwards. */
const alwaysOpen = [
  'description',
  'canonical_url',
  'image',
  'slug',
  'metadata',
  'secondary_id',
  'email_type',
  'archival_mode',
  'featured',
  'commenting_mode',
  'related_email_ids',
];
const openInArchive = [...alwaysOpen, 'subject', 'body'];

/** The fields that may change in this status; undefined if all may. */
export function openFields(status: EmailStatus, handed_over: boolean): readonly string[] | undefined {
  if (status === 'sent' || status === 'imported') return openInArchive;
  if (status === 'in_flight' || status === 'deleted' || handed_over) return alwaysOpen;
  return undefined;
}

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

/** What is known about an email in flight or sent, apart from its analytics. */
export type Figures = Analytics & {
  /** Deliveries with an unknown outcome. */
  uncertain: number;
  /** Refusals for sender faults (null if none), and the most frequent reply. */
  sender_faults: number | null;
  sender_fault: string | null;
};

const approvalSchema = z
  .object({
    state: z
      .enum(approvalStates)
      .describe('voided: it has changed since it was approved, or the approval was withdrawn'),
    requested_by: z
      .string()
      .nullable()
      .describe('Id of the person or API key whose request to send has to be approved'),
    requested_date: timestamp.nullable().describe('When they asked'),
    by: z.string().nullable().describe('Id of the person or API key that approved or declined'),
    count: z
      .int()
      .nullable()
      .describe('Maximum number of approved recipients, or the number at the time of the request'),
    reason: z.string().describe('Why it was declined; empty if nobody said'),
  })
  .describe(
    'Approval by a second person or API key: for whoever may not send alone, and for more recipients than approval_threshold',
  );

export const emailSchema = z
  .object({
    id: z.string(),
    included_tags: z
      .array(z.string())
      .describe('Tag ids: only subscribers with all of them receive the email'),
    excluded_tags: z
      .array(z.string())
      .describe('Tag ids: subscribers with any of them do not receive the email'),
    filters: filterGroup.describe(
      'Who receives it: another form of the tag lists, or more than they can express, and then the lists are empty. Without `subscribers: read` the addresses in it are empty',
    ),
    creation_date: timestamp,
    modification_date: timestamp,
    publish_date: timestamp.nullable().describe('When the email will be or was sent'),
    attachments: z.array(z.string()),
    subject: z.string(),
    canonical_url: z.string(),
    image: z.string(),
    description: z.string(),
    source: z.string().describe('api, app, import or automation'),
    automation_id: z.string().nullable().describe('The automation that created it'),
    body: z.string().optional().describe('Markdown or HTML'),
    secondary_id: z.int().nullable().describe('The number of the issue, assigned when sending begins'),
    email_type: z.enum(emailTypes),
    slug: z.string(),
    external_url: z.string(),
    absolute_url: z.string().describe('The public page of the email'),
    status: z.enum(emailStatuses),
    status_reason: z
      .string()
      .describe('Why it is errored or waiting; how many deliveries are uncertain, and what to do'),
    metadata,
    should_send_teaser: z.boolean(),
    custom_teaser: z.string(),
    archival_mode: z.enum(archivalModes).describe('Who may read its public page'),
    featured: z.boolean().describe('Whether it is at the top of the home page'),
    related_email_ids: z.array(z.string()).describe('Emails that its public page links to'),
    template: z.enum(emailTemplates).nullable().describe('The layout of its mail; null is modern'),
    commenting_mode: z.enum(commentingModes).describe('Stored and returned unchanged; there are no comments'),
    should_trigger_pay_per_email_billing: z.literal(false).describe('Always false: nothing is charged'),
    approval: approvalSchema,
    analytics: analyticsSchema.nullable().describe('Null until sent'),
    deliveries_dropped_date: timestamp
      .nullable()
      .describe(
        'The date since which only the counts of its deliveries are kept (delivery_months of the newsletter)',
      ),
  })
  .meta({ id: 'Email', examples: [emailExample] });

/** The readers of an email's public page; for `paying` and `subscribers`, others see the teaser. */
export type Readership = 'everybody' | 'subscribers' | 'paying' | 'nobody';

/** `archive/queries.ts` has the SQL for "nobody". */
export function readershipOf({
  email_type,
  archival_mode,
}: Pick<Email, 'email_type' | 'archival_mode'>): Readership {
  if (email_type === 'private' || email_type === 'churned' || archival_mode === 'disabled') return 'nobody';
  if (email_type === 'premium' || archival_mode === 'enabled_for_paid_subscribers') return 'paying';
  return archival_mode === 'enabled_for_subscribers' ? 'subscribers' : 'everybody';
}

/** The public page of an email. */
export function archiveAddress(
  base_url: string,
  newsletter: Pick<Newsletter, 'username'>,
  { slug }: { slug: string },
): string {
  return `${base_url}/${newsletter.username}/archive/${slug}/`;
}
