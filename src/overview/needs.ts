import { sql } from 'kysely';
import { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import { countPending } from '../audience/comments/queries.ts';
import { begunStatuses } from '../audience/filter/statuses.ts';
import { countUnread } from '../audience/replies/queries.ts';
import { shownName } from '../automations/definition/automation.ts';
import { listAll } from '../automations/definition/queries.ts';
import { listRelays, listRelaysOf, type Relay } from '../delivery/relays/queries.ts';
import { findSenderCheck } from '../domains/queries.ts';
import type { Database } from '../platform/database/connect.ts';
import { day_ms } from '../platform/durations.ts';
import { timestamp } from '../platform/http/fields.ts';
import { sentenceSchema } from '../platform/sentences/schema.ts';
import { sentence, together } from '../platform/sentences/sentence.ts';
import { listHeld } from '../sequences/run-queries.ts';
import { type FailingSite, findFailingSite } from '../sites/queries.ts';
import { type FaultyWebhook, listDisabledForFault } from '../webhooks/queries.ts';
import { adviceFor, levelOf, readReputation } from './reputation.ts';

const needKinds = [
  'errored',
  'uncertain',
  'trouble',
  'relay',
  'paused',
  'approval',
  'feed_failing',
  'automation_stopped',
  'items_held',
  'comments',
  'replies',
  'webhook',
  'runs_late',
  'runs_held',
  'complaints',
  'domain',
  'sender',
  'backup',
] as const;

export const needSchema = z.object({
  kind: z
    .enum(needKinds)
    .describe(
      'errored: an email could not be sent. uncertain: copies whose hand-over was interrupted. trouble: the mail server does not accept mail. relay: no connection to a relay that takes the newsletter’s mail can be opened; owners of the installation see those of all newsletters. paused: sending waits. approval: somebody requests it. feed_failing, automation_stopped, items_held: about an automation. comments: readers’ comments wait for approval. replies: nobody has read them. webhook: the service has disabled one, which only those who read settings see. runs_late: people in a sequence wait for a decision, because a step came too late. runs_held: they wait for another reason. complaints: near or above the limit of the large mail services. domain: readers do not reach the newsletter at its domain. sender: what the last sender check found wrong. backup: the last good backup is too old, which only owners of the installation see',
    ),
  detail: z.string().describe('What it is, and what to do'),
  detail_sentence: sentenceSchema,
  count: z
    .int()
    .describe(
      'How many copies, items, complaints or faults; for an approval, how many recipients; otherwise 1',
    ),
  date: timestamp.nullable().describe('Since when, if known'),
  email: z.object({ id: z.string(), subject: z.string().describe('May be a template') }).nullable(),
  automation: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type Need = z.output<typeof needSchema>;

const recentDays = 30;
/** The most warnings about complaints. */
const mostWarnings = 3;

type FoundEmail = {
  id: string;
  subject: string;
  status: string;
  status_date: string;
  status_reason: string;
  approval_state: string;
  approval_count: number | null;
  approval_requested_date: string | null;
  asker: string | null;
  trouble: string | null;
  trouble_since: string | null;
  pause_date: string | null;
  pause_reason: string | null;
  paused_by: string | null;
  uncertain: number;
};

type Wanted = {
  now: Date;
  with_automations: boolean;
  /** Whether the names of those who ask for an approval are included. */
  with_names: boolean;
  /** Whether webhooks are included. */
  with_webhooks: boolean;
  /** Whether relays that take only the mail of others are included. */
  with_all_relays: boolean;
};

/** Lists what a person has to decide or repair, the most urgent first. */
export async function listNeeds(
  db: Database,
  newsletter: Pick<Newsletter, 'key' | 'from_address'>,
  { now, with_automations, with_names, with_webhooks, with_all_relays }: Wanted,
): Promise<Need[]> {
  const newsletter_key = newsletter.key;
  const [emails, automations, held, pending, unread, complaints, site, sender, relays, webhooks] =
    await Promise.all([
      listTroubled(db, newsletter_key, now),
      with_automations ? listAll(db, newsletter_key) : [],
      with_automations ? listHeld(db, newsletter_key) : [],
      countPending(db, newsletter_key),
      countUnread(db, newsletter_key),
      needsOfComplaints(db, newsletter_key, now),
      findFailingSite(db, newsletter_key),
      findSenderCheck(db, newsletter_key),
      with_all_relays ? listRelays(db) : listRelaysOf(db, newsletter),
      with_webhooks ? listDisabledForFault(db, newsletter_key) : [],
    ]);
  const needs = [
    ...emails.flatMap(email => needsOfEmail(with_names ? email : { ...email, asker: null })),
    ...relays.flatMap(needsOfRelay),
    ...automations.flatMap(needsOfAutomation),
    ...held.map(needOfHeld),
    ...(pending > 0 ? [needOfReaders('comments', pending)] : []),
    ...(unread > 0 ? [needOfReaders('replies', unread)] : []),
    ...webhooks.map(needOfWebhook),
    ...complaints,
    ...(site ? [needOfSite(site)] : []),
    ...(sender ? needsOfSender(sender) : []),
  ];
  return needs.toSorted((a, b) => needKinds.indexOf(a.kind) - needKinds.indexOf(b.kind));
}

function needsOfRelay({ name, trouble, trouble_since }: Relay): Need[] {
  if (trouble === null) return [];
  const detail = sentence('needs.relay', { name, trouble });
  return [{ kind: 'relay', detail, count: 1, date: trouble_since, email: null, automation: null }];
}

function needOfWebhook({ url, disabled_reason, disabled_date }: FaultyWebhook): Need {
  const detail = sentence('needs.webhook', { host: new URL(url).host, reason: disabled_reason });
  return { kind: 'webhook', detail, count: 1, date: disabled_date, email: null, automation: null };
}

function needOfReaders(kind: 'comments' | 'replies', count: number): Need {
  const detail = sentence(`needs.${kind}`, { count });
  return { kind, detail, count, date: null, email: null, automation: null };
}

const whyHeld: Record<string, 'runs_late' | 'runs_unapproved'> = {
  late: 'runs_late',
  approval_required: 'runs_unapproved',
};

function needOfHeld({ id, name, reason, count, date }: Awaited<ReturnType<typeof listHeld>>[number]): Need {
  const why = whyHeld[reason];
  return {
    kind: reason === 'late' ? 'runs_late' : 'runs_held',
    detail: why
      ? sentence(`needs.${why}`, { name, count })
      : sentence('needs.runs_held', { name, count, why: reason.replaceAll('_', ' ') }),
    count,
    date,
    email: null,
    automation: { id, name },
  };
}

/** Lists the emails that need somebody's attention. Uncertain copies count only in emails of the last days. */
async function listTroubled(db: Database, newsletter_key: number, now: Date): Promise<FoundEmail[]> {
  const since = new Date(now.getTime() - recentDays * day_ms).toISOString();
  const { rows } = await sql<FoundEmail>`
    select emails.id, subject, status, status_date, status_reason, approval_state, approval_count,
      approval_requested_date, coalesce(nullif(people.name, ''), people.email_address, api_keys.name) as asker,
      trouble, trouble_since, pause_date, pause_reason, paused_by, coalesce(uncertain, 0) as uncertain
    from emails
    left join people on people.id = approval_requested_by
    left join api_keys on api_keys.id = approval_requested_by
    left join lateral (
      select sum(uncertain) as uncertain from delivery_chunks
      where email_key = emails.key and emails.status in ${begunStatuses} and emails.publish_date >= ${since}
    ) cut on true
    where emails.newsletter_key = ${newsletter_key} and status <> 'deleted'
      and (status in ('errored', 'in_flight') or approval_state = 'requested' or uncertain > 0)
      and (status in ('draft', 'errored', 'in_flight') or publish_date >= ${since})
    order by emails.key desc limit 100`.execute(db);
  return rows;
}

function needsOfEmail(email: FoundEmail): Need[] {
  const { id, subject, status, status_date, uncertain } = email;
  const about = (kind: Need['kind'], detail: string, date: string | null, count = 1): Need => ({
    kind,
    detail,
    count,
    date,
    automation: null,
    email: { id, subject },
  });
  return [
    ...(status === 'errored' ? [about('errored', email.status_reason, status_date)] : []),
    ...(uncertain > 0
      ? [about('uncertain', sentence('needs.uncertain', { count: uncertain }), null, uncertain)]
      : []),
    ...(status === 'in_flight' && email.pause_date !== null
      ? [
          about(
            'paused',
            sentence('emails.paused_by', { by: email.paused_by, reason: email.pause_reason ?? '' }).trim(),
            email.pause_date,
          ),
        ]
      : []),
    ...(status === 'in_flight' && email.trouble !== null
      ? [about('trouble', email.trouble, email.trouble_since)]
      : []),
    ...(status === 'draft' && email.approval_state === 'requested' ? [needOfApproval(email)] : []),
  ];
}

function needOfApproval(email: FoundEmail): Need {
  const { id, subject, asker, approval_count, approval_requested_date } = email;
  const count = approval_count ?? 0;
  return {
    kind: 'approval',
    detail: sentence('needs.approval', { who: asker ?? 'Somebody', count }),
    count,
    date: approval_requested_date,
    email: { id, subject },
    automation: null,
  };
}

function needOfSite({ domain, is_address, faults, since }: FailingSite): Need {
  const fault = faults[0] ?? '';
  return {
    kind: 'domain',
    email: null,
    automation: null,
    detail: is_address
      ? sentence('needs.domain_failing', { domain, fault })
      : sentence('needs.domain_unused', { domain, fault }),
    count: 1,
    date: since,
  };
}

function needsOfSender({ faults, checked_date }: { faults: string[]; checked_date: string }): Need[] {
  const [first, ...more] = faults;
  if (first === undefined) return [];
  return [
    {
      kind: 'sender',
      email: null,
      automation: null,
      detail: more.length > 0 ? sentence('needs.sender', { fault: first, more: more.length }) : first,
      count: faults.length,
      date: checked_date,
    },
  ];
}

type Automations = Awaited<ReturnType<typeof listAll>>;

function needsOfAutomation(automation: Automations[number]): Need[] {
  const { id, status, status_reason, last_error, feeds, held_count, held_reasons } = automation;
  const about = (kind: Need['kind'], detail: string, count = 1): Need => ({
    kind,
    detail,
    count,
    date: null,
    email: null,
    automation: { id, name: shownName(automation) },
  });
  const isActive = status === 'active';
  const error = feeds.find(feed => feed.last_error !== '')?.last_error || last_error;
  return [
    ...(isActive && error ? [about('feed_failing', error)] : []),
    ...(!isActive && status_reason ? [about('automation_stopped', status_reason)] : []),
    ...(held_count > 0
      ? [
          about(
            'items_held',
            held_reasons[0]
              ? sentence('needs.held_because', { count: held_count, reason: held_reasons[0].reason })
              : sentence('needs.held', { count: held_count }),
            held_count,
          ),
        ]
      : []),
  ];
}

/**
 * Checks all domains together and each on its own: otherwise a service that never reports complaints would hide the complaints that others
 * report.
 */
async function needsOfComplaints(db: Database, newsletter_key: number, now: Date): Promise<Need[]> {
  const [all, { results }] = await Promise.all([
    countComplaints(db, newsletter_key, now),
    readReputation(db, newsletter_key, { days: recentDays, now }),
  ]);
  const whole = { domain: '', ...all, level: levelOf(all.complaints), restrained: null };
  const warned = [whole, ...results].filter(({ level }) => level !== 'good');
  return warned.slice(0, mostWarnings).map(({ domain, accepted, complaints, level, restrained }) => {
    const advice = adviceFor(domain, complaints, accepted.count, level);
    const said = together([advice, restrained ?? '']);
    return {
      kind: 'complaints',
      count: complaints.count,
      date: null,
      email: null,
      automation: null,
      detail: said.text,
      detail_sentence: said.sentence,
    };
  });
}

/** Returns exact counts, unlike the counts by domain, which are made at intervals. */
async function countComplaints(db: Database, newsletter_key: number, now: Date) {
  const since = new Date(now.getTime() - recentDays * day_ms).toISOString();
  const { rows } = await sql<{ accepted: number; complaints: number }>`
    select coalesce(sum(accepted + bounced + complained), 0)::bigint as accepted, coalesce(sum(complaints), 0)::bigint as complaints
    from emails join delivery_chunks on email_key = emails.key
    where newsletter_key = ${newsletter_key} and status in ${begunStatuses} and publish_date >= ${since}`.execute(
    db,
  );
  const { accepted, complaints } = rows[0]!;
  return {
    accepted: { count: accepted },
    complaints: { count: complaints, rate: accepted && complaints / accepted },
  };
}
