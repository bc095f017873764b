import { sql } from 'kysely';
import { z } from 'zod';
import { isDealt } from '../../emails/ab-test.ts';
import { type Email, emailStatuses } from '../../emails/email.ts';
import { progressExample } from '../../emails/examples.ts';
import { mailServerWaits } from '../../emails/in-flight.ts';
import { dueDate } from '../../emails/launch.ts';
import type { Database } from '../../platform/database/connect.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { findTest } from '../ledger/ab-tests.ts';
import { countLater } from '../ledger/audience-parts.ts';
import { recipients } from '../ledger/counts.ts';
import { isInChunk } from '../ledger/delivery.ts';
import { readToday } from '../warm-ups/today.ts';
import { lastDayFor } from '../warm-ups/waits.ts';

const waitReasons = [
  'mail_server',
  'newsletter_rate',
  'domain_rate',
  'domain_refuses',
  'warm_up',
  'retry',
  'wave',
  'test',
] as const;

export const progressSchema = z
  .object({
    status: z.enum(emailStatuses),
    recipients: z.int().describe('The audience so far, without people who left before being served'),
    planned: z.int().describe('Not served yet'),
    accepted: z.int(),
    temporary: z.int(),
    permanent: z.int(),
    uncertain: z.int(),
    skipped: z.int(),
    bounced: z.int(),
    complained: z.int(),
    in_hand: z
      .int()
      .describe('How many of the planned are being handed over now, without a reply of the mail server yet'),
    start_date: timestamp
      .nullable()
      .describe(
        'When sending begins or began: after the undo window, or at its publish_date; null for drafts',
      ),
    completion_date: timestamp.nullable().describe('When everyone had been served once; null before'),
    rate: z.number().describe('Messages per second over the last 10 seconds'),
    expected_completion_date: timestamp
      .nullable()
      .describe(
        'When everyone will have been served at this pace, or by the warm-up plan if nothing else is sent; the last wave of an email with `reader_time`; null while nothing is being sent',
      ),
    waits: z.array(
      z.object({
        reason: z.enum(waitReasons),
        words: z.string().describe('The reason in plain words'),
        words_sentence: sentenceSchema,
        detail: z.string().describe('Reply of the mail server or the domain'),
        detail_sentence: sentenceSchema,
        domain: z.string().nullable(),
        until: timestamp.nullable().describe('When the next attempt is due'),
        count: z.int().nullable().describe('Waiting recipients'),
      }),
    ),
    paused: z
      .object({ by: z.string(), reason: z.string(), reason_sentence: sentenceSchema, date: timestamp })
      .nullable()
      .describe('Who paused it: an API key, or the service'),
  })
  .meta({ id: 'EmailProgress', examples: [progressExample] });
export type Progress = z.output<typeof progressSchema>;
/** `is_slow` means that the mail server works and only takes long to answer. */
type Wait = Omit<Progress['waits'][number], 'words'> & { is_slow?: boolean };

type Counts = Pick<
  Progress,
  | 'recipients'
  | 'planned'
  | 'accepted'
  | 'temporary'
  | 'permanent'
  | 'uncertain'
  | 'skipped'
  | 'bounced'
  | 'complained'
  | 'in_hand'
>;

/** Returns the email's progress, pace and reasons for waiting, from the counts of its chunks and the last 10 seconds. */
export async function progressOf(db: Database, email: Email, now: Date): Promise<Progress> {
  const counts = await countAll(db, email.key);
  const rate = await recentRate(db, email);
  const moves = email.status === 'in_flight' && email.pause_date === null && rate > 0;
  const { waits, last_day, last_wave } = await listWaits(db, email, counts.planned, now);
  return {
    status: email.status,
    ...counts,
    start_date: startOf(email),
    completion_date: email.status === 'sent' ? email.status_date : null,
    rate: Math.round(rate * 100) / 100,
    expected_completion_date:
      last_day?.toISOString() ??
      last_wave ??
      (moves && email.audience_frozen && !waits.some(({ reason }) => reason === 'test')
        ? new Date(now.getTime() + (counts.planned / rate) * 1000).toISOString()
        : null),
    waits: waits.map(({ is_slow, ...wait }) => ({
      ...wait,
      words: wordsFor({ ...wait, is_slow }),
    })),
    paused:
      email.pause_date === null
        ? null
        : { by: email.paused_by ?? '', reason: email.pause_reason ?? '', date: email.pause_date },
  };
}

function startOf(email: Email): string | null {
  if (email.status === 'about_to_send') return dueDate(email).toISOString();
  return email.status === 'draft' || email.status === 'imported' ? null : email.publish_date;
}

function wordsFor({ reason, detail: reply, domain, count: waiting, is_slow }: Wait): string {
  const count = waiting ?? 0;
  switch (reason) {
    case 'mail_server':
      return is_slow ? sentence('waits.slow_server') : mailServerWaits;
    case 'newsletter_rate':
      return sentence('waits.rate_used');
    case 'domain_rate':
      return sentence('waits.for_domain', { count, domain });
    case 'domain_refuses':
      return reply
        ? sentence('waits.refused_because', { count, domain, reply })
        : sentence('waits.refused', { count, domain });
    case 'warm_up':
      return domain === null
        ? sentence('waits.for_plan', { count })
        : sentence('waits.for_plan_at', { count, domain });
    case 'retry':
      return sentence('waits.again', { count });
    case 'wave':
      return sentence('waits.wave', { count });
    case 'test':
      return sentence('waits.test', { count });
  }
}

/** Counts the email's recipients so far, by status. */
export async function countAll(db: Database, email_key: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select ${recipients} as recipients,
      coalesce(sum(planned), 0)::bigint as planned, coalesce(sum(accepted), 0)::bigint as accepted,
      coalesce(sum(temporary), 0)::bigint as temporary, coalesce(sum(permanent), 0)::bigint as permanent,
      coalesce(sum(uncertain), 0)::bigint as uncertain, coalesce(sum(skipped), 0)::bigint as skipped,
      coalesce(sum(bounced), 0)::bigint as bounced, coalesce(sum(complained), 0)::bigint as complained,
      coalesce(sum(cardinality(in_hand)), 0)::bigint as in_hand
    from delivery_chunks where email_key = ${email_key}`.execute(db);
  return rows[0]!;
}

/**
 * Measures how fast the email is sent now. Reads only the recipients that workers had in hand just now, chunk by chunk, because the planner
 * would rather read the whole ledger of a large email.
 */
async function recentRate(db: Database, { key, publish_date, resume_date }: Email): Promise<number> {
  const begun =
    [publish_date, resume_date]
      .filter(date => date !== null)
      .toSorted()
      .at(-1) ?? null;
  const { rows } = await sql<{ rate: number }>`
    with recent as materialized (
      select part, first_key, last_key from delivery_chunks
      where email_key = ${key} and (lease is not null or served_date > now() - interval '10 seconds')
    )
    select coalesce(sum(served.count), 0)::float8
      / greatest(1, least(10, extract(epoch from now() - ${begun}::timestamptz)))::float8 as rate
    from recent
    cross join lateral (
      select count(*) as count from deliveries
      where email_key = ${key} and ${isInChunk(sql`deliveries`, sql`recent`)}
        and attempts > 0 and status_date > now() - interval '10 seconds'
    ) served`.execute(db);
  return rows[0]!.rate;
}

type Waits = { waits: Wait[]; last_day: Date | null; last_wave: string | null };

/** Lists the reasons why the email waits, and when the plan allows the last of the waiting copies and the last wave is due. */
async function listWaits(db: Database, email: Email, planned: number, now: Date): Promise<Waits> {
  const none = { detail: '', domain: null, until: null, count: null };
  const waits: Wait[] = [];
  if (email.trouble !== null)
    waits.push({
      ...none,
      reason: 'mail_server',
      detail: email.trouble,
      is_slow: email.trouble_since === null,
    });
  const domains = await listDomainWaits(db, email.key);
  const today = await readToday(
    db,
    email.newsletter_key,
    domains.map(({ domain }) => domain),
  );
  const until = today?.next_date.toISOString() ?? null;
  const last: (Date | null)[] = [];
  if (
    email.status === 'in_flight' &&
    email.turn_date !== null &&
    Date.parse(email.turn_date) > now.getTime()
  ) {
    if (today?.plan.per === 'newsletter' && today.left('') === 0) {
      waits.push({ ...none, reason: 'warm_up', until, count: planned });
      last.push(lastDayFor(today, planned));
    } else waits.push({ ...none, reason: 'newsletter_rate', until: email.turn_date });
  }
  for (const { refusal, ...wait } of domains) {
    if (today?.plan.per === 'domain' && today.left(wait.domain) === 0) {
      waits.push({ ...none, ...wait, reason: 'warm_up', until });
      last.push(lastDayFor(today, wait.count));
    } else
      waits.push({
        reason: refusal ? 'domain_refuses' : 'domain_rate',
        detail: refusal ?? '',
        ...wait,
      });
  }
  const { count, until: retry } = await countRetries(db, email.key);
  if (count > 0) waits.push({ ...none, reason: 'retry', count, until: retry });
  const dates = last.filter(date => date !== null);
  const isKnown = dates.length > 0 && dates.length === last.length;
  const later = isDealt(email) ? await countLater(db, email.key) : undefined;
  if (later && later.count > 0)
    waits.push({ ...none, reason: 'wave', count: later.count, until: later.next_date });
  if (later && later.rest > 0) {
    const until = (await findTest(db, email.key))?.decide_date ?? null;
    waits.push({ ...none, reason: 'test', count: later.rest, until });
  }
  return {
    waits,
    last_day: isKnown ? new Date(Math.max(...dates.map(Number))) : null,
    last_wave: later?.last_date ?? null,
  };
}

type DomainWait = { domain: string; count: number; until: string | null; refusal: string | null };

async function listDomainWaits(db: Database, email_key: number): Promise<DomainWait[]> {
  const { rows } = await sql<DomainWait>`
    select waiting.key as domain, sum(waiting.value::bigint)::bigint as count, min(next_attempt_date) as until, max(budget.reason) as refusal
    from delivery_chunks
    cross join lateral jsonb_each_text(waits) as waiting
    left join sending_budgets budget on budget.scope = waiting.key and budget.strikes > 0
    where email_key = ${email_key} and waits is not null
    group by waiting.key order by 2 desc, 1 limit 100`.execute(db);
  return rows;
}

async function countRetries(db: Database, email_key: number) {
  const { rows } = await sql<{ count: number; until: string | null }>`
    select coalesce(sum(temporary), 0)::bigint as count, min(retry_date) as until
    from delivery_chunks where email_key = ${email_key} and retry_date is not null and temporary > 0`.execute(
    db,
  );
  return rows[0]!;
}
