import type { Caller } from '../accounts/caller.ts';
import type { Newsletter } from '../accounts/newsletter.ts';
import { hideAddresses } from '../audience/filter/filter.ts';
import { showFilters } from '../audience/filter/tag-lists.ts';
import { openTagDirectory, type TagDirectory } from '../audience/tags/resolve.ts';
import type { Database } from '../platform/database/connect.ts';
import { sentence, together } from '../platform/sentences/sentence.ts';
import type { AbTest } from './ab-test.ts';
import { type ContentPart, changedParts, showParts } from './content.ts';
import { type approvalStates, archiveAddress, type Email } from './email.ts';
import { fieldNames } from './fields.ts';
import type { ReaderTime } from './reader-time.ts';
import type { Figures } from './schema.ts';

export type ShowContext = {
  base_url: string;
  /** The ledger's data about these emails, by key. The ledger is a higher room, so this is passed in. */
  analyticsOf: (db: Database, keys: number[]) => Promise<Map<number, Figures>>;
};

/** Shows emails of the caller's newsletter as the API does, with figures for those that have started. */
export async function showEmails(
  db: Database,
  { base_url, analyticsOf }: ShowContext,
  { newsletter, permissions }: Pick<Caller, 'newsletter' | 'permissions'>,
  emails: ShowableEmail[],
) {
  const begun = emails.filter(({ status }) =>
    ['in_flight', 'transactional', 'errored', 'sent'].includes(status),
  );
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

/** Shows one email like showEmails, with its `parts` and the changes since an approval was requested or given. */
export async function showOne(
  db: Database,
  context: ShowContext,
  caller: Pick<Caller, 'newsletter' | 'permissions'>,
  email: Email,
  parts: ContentPart[],
) {
  const [shown] = await showEmails(db, context, caller, [email]);
  const approval = { ...shown!.approval, changes: changesOf(email, parts) };
  return { ...shown!, approval, parts: showParts(parts) };
}

function changesOf(email: Email, parts: ContentPart[]) {
  if (email.approval_content === null) return [];
  return changedParts(email, parts).map(({ part, key, name, by }) => ({ part, key, name, by }));
}

/** The columns that showing an email needs. Left out are the content fixed when sending began, which is long, and who made requests. */
export const shownColumns = [
  ...fieldNames,
  'key',
  'id',
  'newsletter_key',
  'creation_date',
  'modification_date',
  'status_date',
  'status_reason',
  'approval_state',
  'approval_requested_by',
  'approval_requested_date',
  'approval_by',
  'approval_count',
  'approval_reason',
  'source',
  'automation_id',
  'second_try_of',
  'second_try_to',
  'deliveries_dropped_date',
  'trouble',
  'trouble_since',
  'pause_date',
  'paused_by',
  'pause_reason',
] as const;
export type ShowableEmail = Pick<Email, (typeof shownColumns)[number]>;

type Showing = {
  base_url: string;
  newsletter: Newsletter;
  tags: TagDirectory;
  figures: ReadonlyMap<number, Figures>;
};

/** Shows the email as the API does: with its tags by id, its public address, and the figures known once it is sent. */
function showEmail(email: ShowableEmail, { base_url, newsletter, tags, figures }: Showing) {
  const address = archiveAddress(base_url, newsletter, email);
  const reason = together(reasonOf(email, figures.get(email.key)));
  return {
    ...email,
    included_tags: tags.ids(email.included_tags),
    excluded_tags: tags.ids(email.excluded_tags),
    filters: showFilters(tags, email),
    should_trigger_pay_per_email_billing: false as const,
    approval: {
      state: email.approval_state as (typeof approvalStates)[number],
      requested_by: email.approval_requested_by,
      requested_date: email.approval_requested_date,
      by: email.approval_by,
      count: email.approval_count,
      reason: email.approval_reason,
      changes: [],
    },
    parts: [],
    reader_time: email.reader_time as ReaderTime | null,
    ab_test: email.ab_test as AbTest | null,
    status_reason: reason.text,
    status_reason_sentence: reason.sentence,
    absolute_url: address,
    external_url: address,
    analytics: email.status === 'sent' ? (figures.get(email.key) ?? null) : null,
  };
}

/** Returns why the email is errored or waiting, and what has to be decided. */
function reasonOf(email: ShowableEmail, figures: Figures | undefined): string[] {
  const waits = pauseOf(email) ?? troubleOf(email) ?? email.status_reason;
  return [waits, uncertaintyOf(figures?.uncertain ?? 0), faultOf(figures)];
}

function troubleOf({ trouble, trouble_since }: ShowableEmail): string | undefined {
  if (trouble === null) return undefined;
  return trouble_since === null ? trouble : sentence('emails.server_trouble', { trouble });
}

function uncertaintyOf(count: number): string {
  if (count === 0) return '';
  return count === 1 ? sentence('emails.one_uncertain') : sentence('emails.some_uncertain', { count });
}

function faultOf(figures: Figures | undefined): string {
  if (!figures?.sender_faults) return '';
  const { sender_faults: count, sender_fault: reason } = figures;
  return sentence('emails.sender_refused', { count, reason });
}

function pauseOf({ pause_date, paused_by, pause_reason }: ShowableEmail): string | undefined {
  return pause_date === null
    ? undefined
    : sentence('emails.paused_by', { by: paused_by, reason: pause_reason }).trim();
}
