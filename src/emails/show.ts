import type { Caller } from '../accounts/caller.ts';
import type { Newsletter } from '../accounts/newsletter.ts';
import { hideAddresses } from '../audience/filter/filter.ts';
import { showFilters } from '../audience/filter/tag-lists.ts';
import { openTagDirectory, type TagDirectory } from '../audience/tags/resolve.ts';
import type { Database } from '../platform/database/connect.ts';
import { type approvalStates, archiveAddress, type Email, type Figures } from './email.ts';

export type ShowContext = {
  base_url: string;
  /** The ledger's data about these emails, by key. The ledger is a higher room, so this is passed in. */
  analyticsOf: (db: Database, keys: number[]) => Promise<Map<number, Figures>>;
};

/** Emails of the caller's newsletter as the API shows them to this caller, with figures for those that have started. */
export async function showEmails(
  db: Database,
  { base_url, analyticsOf }: ShowContext,
  { newsletter, permissions }: Pick<Caller, 'newsletter' | 'permissions'>,
  emails: ShowableEmail[],
) {
  const begun = emails.filter(({ status }) => ['in_flight', 'errored', 'sent'].includes(status));
  const [figures, tags] = await Promise.all([
    analyticsOf(
      db,
      begun.map(({ key }) => key),
    ),
    openTagDirectory(db, newsletter.key),
  ]);
  return emails.map(email => {
    const shown = showEmail(email, { base_url, newsletter, tags, figures });
    return { ...shown, filters: hideAddresses(permissions, shown.filters) };
  });
}

/** An email without the fields that are not shown: the content fixed when sending began, which is long, and who made requests. */
export type ShowableEmail = Omit<
  Email,
  'mailed' | 'audience' | 'sent_by' | 'changed_by' | 'approval_hash' | 'dropping'
>;

type Showing = {
  base_url: string;
  newsletter: Newsletter;
  tags: TagDirectory;
  figures: ReadonlyMap<number, Figures>;
};

/** The email as the API shows it: tags by id, its public address, and the figures known once it is sent. */
function showEmail(email: ShowableEmail, { base_url, newsletter, tags, figures }: Showing) {
  const address = archiveAddress(base_url, newsletter, email);
  return {
    ...email,
    included_tags: tags.ids(email.included_tags),
    excluded_tags: tags.ids(email.excluded_tags),
    filters: showFilters(tags, email),
    attachments: email.attachments,
    metadata: email.metadata,
    related_email_ids: email.related_email_ids,
    should_trigger_pay_per_email_billing: false as const,
    approval: {
      state: email.approval_state as (typeof approvalStates)[number],
      requested_by: email.approval_requested_by,
      requested_date: email.approval_requested_date,
      by: email.approval_by,
      count: email.approval_count,
      reason: email.approval_reason,
    },
    status_reason: reasonOf(email, figures.get(email.key)),
    absolute_url: address,
    external_url: address,
    analytics: email.status === 'sent' ? (figures.get(email.key) ?? null) : null,
  };
}

/** Why it is errored or waiting, and what has to be decided. */
function reasonOf(email: ShowableEmail, figures: Figures | undefined): string {
  const waits = pauseOf(email) ?? email.trouble ?? email.status_reason;
  return [waits, uncertaintyOf(figures?.uncertain ?? 0), faultOf(figures)]
    .filter(words => words !== '')
    .join(' ');
}

function uncertaintyOf(count: number): string {
  if (count === 0) return '';
  const [copies, them] = count === 1 ? ['1 copy is', 'it'] : [`${count} copies are`, 'them'];
  return `${copies} uncertain: the hand-over was interrupted, and the mail server may or may not have ${them}. Accept that, or send ${them} again.`;
}

function faultOf(figures: Figures | undefined): string {
  if (!figures?.sender_faults) return '';
  const copies = figures.sender_faults === 1 ? '1 copy was' : `${figures.sender_faults} copies were`;
  return `${copies} refused because of the sender, not the recipient: ${figures.sender_fault}`;
}

function pauseOf({ pause_date, paused_by, pause_reason }: ShowableEmail): string | undefined {
  return pause_date === null ? undefined : `Paused by ${paused_by}. ${pause_reason}`.trim();
}
