import type { Selectable, Updateable } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import { homeAddress, type Site } from '../links/site.ts';
import type {
  ArchivalMode,
  CommentingMode,
  EmailStatus,
  Emails,
  EmailTemplate,
  EmailType,
} from '../platform/database/schema.ts';

export type Email = Selectable<Emails>;
/** Changes to an email's row, except to its status, which only move.ts changes. */
export type EmailChanges = Updateable<Omit<Emails, 'status'>> & { status?: never };

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
export const emailTemplates = [
  'modern',
  'classic',
  'naked',
  'plaintext',
  'custom',
] as const satisfies EmailTemplate[];
export const emailStatuses = [
  'draft',
  'about_to_send',
  'scheduled',
  'transactional',
  'in_flight',
  'imported',
  'deleted',
  'sent',
  'errored',
] as const satisfies EmailStatus[];

/** The statuses in which an email does not go out without a further request. */
export const statusesAtRest = [
  'draft',
  'transactional',
  'errored',
  'imported',
  'sent',
  'deleted',
] as const satisfies EmailStatus[];

/** The kinds of parts of an email (content.ts). */
export const partKinds = ['email', 'snippet', 'survey', 'segment', 'attachment', 'newsletter'] as const;

export const approvalStates = ['none', 'requested', 'approved', 'voided', 'declined'] as const;

/** Returns the template that an email is mailed with: its own, or else the newsletter's; null means modern. */
export function templateOf(
  { template }: Pick<Email, 'template'>,
  newsletter: Pick<Newsletter, 'template'>,
): EmailTemplate | null {
  return template ?? emailTemplates.find(name => name === newsletter.template) ?? null;
}

/** The statuses an email can be created with. */
export const firstStatuses: readonly EmailStatus[] = [
  'draft',
  'about_to_send',
  'scheduled',
  'transactional',
  'imported',
];

/** Whether readers may already have or see an email in this status. */
export function isPublic(status: EmailStatus): boolean {
  return status === 'in_flight' || status === 'sent' || status === 'imported';
}

/** Whether all of the email's content can still change in this status. */
export function isUnsent(status: EmailStatus): boolean {
  return isBeforeSending(status) || status === 'errored';
}

/** Whether nobody gets the email yet. Entries in the ledger from an earlier start do not count. */
export function isBeforeSending(status: EmailStatus): boolean {
  return ['draft', 'scheduled', 'about_to_send'].includes(status);
}

/**
 * Every move of an email, and who may make it. `undo` is a client's move that is possible only before anybody has been
 * handed to the mail server. Other moves cannot happen: the statement that moves an email consults this table.
 */
export const moves: Readonly<
  Record<EmailStatus, Partial<Record<EmailStatus, 'client' | 'undo' | 'service'>>>
> = {
  // From draft to in_flight: a send to chosen people (sending/send-to.ts).
  draft: {
    about_to_send: 'client',
    scheduled: 'client',
    transactional: 'client',
    deleted: 'client',
    in_flight: 'service',
  },
  // An email stays transactional while sequences mail it to one person after another.
  transactional: { draft: 'undo', deleted: 'client' },
  scheduled: {
    draft: 'client',
    about_to_send: 'client',
    deleted: 'client',
    in_flight: 'service',
    errored: 'service',
  },
  about_to_send: { draft: 'undo', deleted: 'client', in_flight: 'service', errored: 'service' },
  in_flight: { sent: 'service', errored: 'service', deleted: 'service' }, // its newsletter has been deleted
  errored: { about_to_send: 'client', deleted: 'client', draft: 'undo', scheduled: 'undo' },
  imported: { deleted: 'client' },
  sent: { deleted: 'client' },
  deleted: {},
};

/** Whether a client may make this move. `handed_over` says whether any copy has been handed to the mail server. */
export function clientMayMove(from: EmailStatus, to: EmailStatus, handed_over: boolean): boolean {
  const by = moves[from][to];
  return by === 'client' || (by === 'undo' && !handed_over);
}

/** The readers of an email's public page. Others see the teaser if it is `paying` or `subscribers`. */
export type Readership = 'everybody' | 'subscribers' | 'paying' | 'nobody';

/** Returns who can read the public page of the email. `archive/queries.ts` has the SQL for "nobody". */
export function readershipOf({
  email_type,
  archival_mode,
}: Pick<Email, 'email_type' | 'archival_mode'>): Readership {
  if (email_type === 'private' || email_type === 'churned' || archival_mode === 'disabled') return 'nobody';
  if (email_type === 'premium' || archival_mode === 'enabled_for_paid_subscribers') return 'paying';
  return archival_mode === 'enabled_for_subscribers' ? 'subscribers' : 'everybody';
}

/** Returns the address of the public page of an email, percent-encoded. */
export function archiveAddress(base_url: string, newsletter: Site, { slug }: { slug: string }): string {
  return `${homeAddress(base_url, newsletter)}/archive/${encodeURIComponent(slug)}/`;
}
