import { type RawBuilder, sql } from 'kysely';
import type { Subscriber } from '../../audience/subscribers/subscriber.ts';
import { lookUp } from '../../delivery/ledger/by-key.ts';
import type { Database } from '../../platform/database/connect.ts';
import { derivedEventTypes } from '../names.ts';
import { journalOf } from './journal-of.ts';
import type { TimelineKind, TimelinePlace } from './timeline-entry.ts';

export type TimelineRow = TimelinePlace & {
  kind: TimelineKind;
  email_id: string | null;
  subject: string | null;
  detail: unknown;
};

type Wanted = {
  kinds: readonly TimelineKind[];
  after: TimelinePlace | undefined;
  limit: number;
  offset: number;
};
type Person = Pick<Subscriber, 'id' | 'key' | 'newsletter_key'>;

/** The source of a kind: its rows (id, kind, date, email_key, detail), and their number. */
type Source = { rows: RawBuilder<unknown>; count: RawBuilder<unknown> };

/** Events that the timeline shows as reports, which have more details. */
const reported = ['subscriber.bounced', 'subscriber.complained'];
/** Events that the journal may still keep for webhooks. The timeline has them from elsewhere. */
const unlisted = [...derivedEventTypes, ...reported];

/**
 * Selects the entries of a person's timeline after a place, newest first, and the number of all. The ledger has no index by person: one row
 * of each email is looked up, which takes some microseconds each.
 */
export async function selectTimeline(
  db: Database,
  person: Person,
  { kinds, after, limit, offset }: Wanted,
): Promise<{ rows: TimelineRow[]; count: number }> {
  const sources = sourcesOf(person, kinds);
  if (sources.length === 0) return { rows: [], count: 0 };
  const page = sources.map(
    ({ rows }) => sql`(
      select * from (${rows}) source where ${isAfter(after, sql`date`, sql`id`)}
      order by date desc, id collate "C" desc limit ${limit + offset})`,
  );
  const { rows } = await sql<TimelineRow & { count: number; id: string | null }>`
    with copies as materialized (${copiesOf(person)}),
    page as (
      select * from (${sql.join(page, sql` union all `)}) line
      order by date desc, id collate "C" desc limit ${limit} offset ${offset}
    )
    select counted.count, page.id, kind, page.date, emails.id as email_id, emails.subject, detail
    from (select ${sql.join(
      sources.map(({ count }) => sql`(${count})`),
      sql` + `,
    )} as count) counted
    left join page on true
    left join lateral (
      select email_key from copies
      where kind = 'change' and detail @> '[{"event_type": "subscriber.unsubscribed"}]' and unsubscription_date = page.date
      limit 1
    ) used on true
    left join emails on emails.key = coalesce(page.email_key, used.email_key)
    order by page.date desc, page.id collate "C" desc`.execute(db);
  return { rows: rows.filter(({ id }) => id !== null), count: Number(rows[0]!.count) };
}

/** Selects the person's copies of emails. */
function copiesOf({ key, newsletter_key }: Person): RawBuilder<unknown> {
  return sql`
    select emails.key as email_key, emails.id, found.status, attempts, coalesce(reply, '') as reply, found.unsubscription_date,
      case when found.status in ('planned', 'bounced', 'complained') or found.status_date is null
        then coalesce(found.begun_date, emails.publish_date, emails.creation_date) else found.status_date end as date
    from emails ${lookUp(sql`emails.key`, sql`${key}::bigint`, { columns: sql`*`, where: sql`true` })}
    where emails.newsletter_key = ${newsletter_key} and deliveries_dropped_date is null`;
}

function sourcesOf({ id, key, newsletter_key }: Person, kinds: readonly TimelineKind[]): Source[] {
  const journal = sql`${journalOf('subscriber_id', [id])}
    where newsletter_key = ${newsletter_key} and event_type <> all(${unlisted}::text[])`;
  const all: Record<Exclude<TimelineKind, 'open' | 'click'>, Source> = {
    change: {
      rows: sql`
        select min(id::text) as id, 'change' as kind, creation_date as date, null::bigint as email_key,
          jsonb_agg(jsonb_build_object('event_type', event_type, 'data', data) order by key) as detail
        from ${journal} group by creation_date`,
      count: sql`select count(distinct creation_date) from ${journal}`,
    },
    consent: {
      rows: sql`
        select 'consent_' || key as id, 'consent' as kind, date, null::bigint as email_key,
          jsonb_build_object('ip_address', ip_address, 'page_url', page_url, 'form_text', form_text) as detail
        from consents where subscriber_key = ${key}`,
      count: sql`select count(*) from consents where subscriber_key = ${key}`,
    },
    mail: {
      rows: sql`
        select 'mail_' || copies.id as id, 'mail' as kind, date, email_key,
          jsonb_build_object('status', status, 'reply', reply, 'attempts', attempts) as detail
        from copies`,
      count: sql`select count(*) from copies`,
    },
    report: {
      rows: sql`
        select id::text, 'report' as kind, creation_date as date, email_key,
          jsonb_build_object('kind', kind, 'status', status, 'reason', reason) as detail
        from feedback where ${isReport(key)}`,
      count: sql`select count(*) from feedback where ${isReport(key)}`,
    },
    sequence: {
      rows: sql`
        select id, 'sequence' as kind, date, null::bigint as email_key, jsonb_build_object('id', sequence_id, 'name', name, 'what', what,
          'step', step, 'result', result, 'reason', reason) as detail
        from ${sequencesOf(key)}`,
      count: sql`select count(*) from ${sequencesOf(key)}`,
    },
  };
  const hits = kinds.filter(kind => kind === 'open' || kind === 'click');
  return [
    ...(['change', 'consent', 'mail', 'report', 'sequence'] as const)
      .filter(kind => kinds.includes(kind))
      .map(kind => all[kind]),
    ...(hits.length > 0 ? [hitsOf(key, hits)] : []),
  ];
}

/** Selects what sequences did with the person. Mails are left out: they are in the ledger. */
function sequencesOf(key: number): RawBuilder<unknown> {
  return sql`(
    select 'entered_' || run.id as id, entered_date as date, sequences.id as sequence_id, name, 'entered' as what, null as step,
      null as result, '' as reason
    from sequence_runs run join sequences on sequences.key = sequence_key where subscriber_key = ${key}
    union all
    select 'ended_' || run.id, completed_date, sequences.id, name, run.status, null, null, run.reason
    from sequence_runs run join sequences on sequences.key = sequence_key
    where subscriber_key = ${key} and completed_date is not null
    union all
    select 'step_' || run.id || done.step_id, done.date, sequences.id, name, 'step', named.type, done.result, done.reason
    from sequence_runs run join sequences on sequences.key = run.sequence_key
    join sequence_editions edition on edition.sequence_key = run.sequence_key and edition.number = run.edition
    join sequence_steps done on run_key = run.key
    left join lateral (
      select item ->> 'type' as type from jsonb_array_elements(steps) as one (item) where item ->> 'id' = done.step_id::text limit 1
    ) named on true
    where subscriber_key = ${key} and done.email_key is null
    union all
    select 'refused_' || sequences.id, date, sequences.id, name, 'refused', null, null, reason
    from sequence_refusals join sequences on sequences.key = sequence_key where subscriber_key = ${key}
  ) happened`;
}

/** Whether feedback is a report, not the mail server's reply at hand-over, which the copy shows. */
const isReport = (key: number) => sql`feedback.subscriber_key = ${key} and source <> 'hand_over'`;

function hitsOf(key: number, kinds: readonly TimelineKind[]): Source {
  const mine = sql`hits where subscriber_key = ${key} and kind = any(${kinds}::hit_kind[])`;
  return {
    rows: sql`
      select id::text, kind::text, date, email_key,
        jsonb_build_object('client', client, 'verdict', verdict, 'reasons', reasons, 'url', (
          select url from email_links where email_links.email_key = hits.email_key and number = link_number)) as detail
      from ${mine}`,
    count: sql`select count(*) from ${mine}`,
  };
}

/** Returns the condition that an entry comes after this place. */
function isAfter(place: TimelinePlace | undefined, date: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  if (!place) return sql<boolean>`true`;
  const at = sql`${place.date}::timestamptz`;
  return sql<boolean>`${date} <= ${at} and (${date} < ${at} or ${id} collate "C" < ${place.id})`;
}
