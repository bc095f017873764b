import { sql } from 'kysely';
import { z } from 'zod';
import {
  countInserted,
  definePart,
  free,
  recordsOf,
  stampOrNull,
  uuid,
  whole,
} from '../../platform/bundle/part.ts';
import type { Database } from '../../platform/database/connect.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { chunkSizes } from './audience.ts';
import { columns, reactions, statuses, tallies } from './counts.ts';
import { makeRoom } from './parts.ts';

const cutReply = sentence('delivery.under_way_at_export');

/**
 * The deliveries, by email, at rest: recipients that a worker had in hand are `uncertain`, and nothing is retried for a
 * sent email. Erased people follow the others, without an id.
 */
export const deliveriesPart = definePart({
  name: 'deliveries',
  line: z.strictObject({
    email_id: uuid,
    subscriber_id: uuid.nullable(),
    status: z.enum(statuses),
    attempts: whole.min(0),
    status_date: stampOrNull,
    reply: free.nullable(),
    bounce_kind: z.enum(['hard', 'soft', 'policy']).nullable(),
    chosen: z.boolean(),
    begun_date: stampOrNull,
    open_date: stampOrNull,
    click_date: stampOrNull,
    unsubscription_date: stampOrNull,
    complaint_date: stampOrNull,
    // Bundles of earlier versions do not have these columns.
    grant_id: uuid.nullable().optional(),
    part: whole.min(0).default(0),
  }),
  rows: ({ newsletter }) => {
    const isCut = sql`(deliveries.status = 'planned' and exists (
      select from delivery_chunks chunk
      where chunk.email_key = deliveries.email_key and lease is not null and subscriber_key = any(in_hand)))`;
    return sql`
      select email.id as email_id, delivery.*
      from (
        select key, id, status from emails
        where newsletter_key = ${newsletter.key} and deliveries_dropped_date is null order by key offset 0
      ) email
      cross join lateral (
        select subscribers.id as subscriber_id,
          case
            when ${isCut} then 'uncertain'
            when deliveries.status = 'planned' and email.status = 'sent' then 'temporary'
            else deliveries.status end as status,
          attempts, case when ${isCut} then now()::timestamptz(3) else status_date end as status_date,
          case when ${isCut} then ${sql.lit(cutReply)} else reply end as reply,
          bounce_kind, chosen, begun_date, open_date, click_date, deliveries.unsubscription_date, complaint_date, part,
          (select id from grants where grants.key = grant_key) as grant_id
        from deliveries left join lateral (
          select key, id from subscribers where key = subscriber_key limit 1
        ) subscribers on true
        where email_key = email.key
        order by subscribers.key nulls last, status_date nulls last, reply collate "C" nulls last, open_date nulls last,
          click_date nulls last, deliveries.status, attempts, deliveries.unsubscription_date nulls last, complaint_date nulls last,
          bounce_kind nulls last, chosen, begun_date nulls last, grant_id nulls last, part
        offset 0
      ) delivery`;
  },
  insert: ({ newsletter }, lines) => sql`
    insert into deliveries (email_key, subscriber_key, status, attempts, status_date, reply, bounce_kind, chosen,
      begun_date, open_date, click_date, unsubscription_date, complaint_date, part, grant_key)
    select emails.key,
      case when subscriber_id is null then nextval(pg_get_serial_sequence('subscribers', 'key')) else subscribers.key end,
      line.status, attempts, line.status_date, reply, bounce_kind, chosen, begun_date, open_date, click_date,
      line.unsubscription_date, complaint_date, line.part, (
        select grants.key from grants where grants.id = grant_id and grants.newsletter_key = ${newsletter.key})
    from ${recordsOf(
      lines,
      `email_id uuid, subscriber_id uuid, status delivery_status, attempts smallint, status_date timestamptz, reply text,
      bounce_kind bounce_kind, chosen boolean, begun_date timestamptz, open_date timestamptz, click_date timestamptz,
      unsubscription_date timestamptz, complaint_date timestamptz, part smallint, grant_id uuid`,
    )}
    join emails on emails.id = email_id and emails.newsletter_key = ${newsletter.key}
    left join subscribers on subscribers.id = subscriber_id and subscribers.newsletter_key = ${newsletter.key}
    where subscriber_id is null or subscribers.key is not null`,
  /**
   * Cuts the recipients into chunks with their counts. Only planned recipients of an `errored` email can still be served: once their part
   * is due, or once the test for which they wait is decided.
   */
  async end(trx, { newsletter }) {
    const facts = sql.join(
      Object.entries(reactions).map(([name, column]) => sql`count(${sql.ref(column)}) as ${sql.ref(name)}`),
    );
    await sql`
      insert into delivery_chunks (email_key, part, first_key, last_key, ${sql.join(columns.map(name => sql.ref(name)))},
        is_counted, first_pass_done, passes, next_attempt_date)
      select cut.*, false, cut.planned = 0, (cut.planned = 0)::int,
        case when emails.status = 'errored' and cut.planned > 0 then
          case when place.part is null then now() else greatest(now(), coalesce(due_date, 'infinity')) end
        end
      from (
        select email_key, part, min(subscriber_key), max(subscriber_key), ${tallies}, ${facts}
        from (
          select deliveries.*, (row_number() over (partition by email_key, part order by subscriber_key) - 1) / ${chunkSizes.most} as chunk
          from deliveries join emails on emails.key = email_key and newsletter_key = ${newsletter.key}
        ) numbered
        group by email_key, part, chunk
      ) cut join emails on emails.key = cut.email_key
      left join audience_parts place on place.email_key = cut.email_key and place.part = cut.part`.execute(
      trx,
    );
  },
});

/** The counts of emails whose individual deliveries are no longer stored. */
export const countsPart = definePart({
  name: 'delivery_counts',
  line: z.strictObject({
    email_id: uuid,
    part: whole.min(0).default(0),
    ...Object.fromEntries(columns.map(name => [name, whole.min(0)])),
  }),
  rows: ({ newsletter }) => sql`
    select emails.id as email_id, part, ${sql.join(
      columns.map(name => sql`sum(chunk.${sql.ref(name)}) as ${sql.ref(name)}`),
    )}
    from emails join delivery_chunks chunk on chunk.email_key = emails.key
    where newsletter_key = ${newsletter.key} and deliveries_dropped_date is not null
    group by emails.key, part order by emails.key, part`,
  take: (trx, { newsletter }, lines) => {
    const names = sql.join(columns.map(name => sql.ref(name)));
    return countInserted(
      trx,
      sql`
        insert into delivery_chunks (email_key, part, first_key, last_key, ${names}, first_pass_done, passes, next_attempt_date)
        select emails.key, line.part, -line.part, -line.part, ${names}, true, 1, null
        from ${recordsOf(lines, ['email_id uuid', 'part smallint', ...columns.map(name => `${name} int`)].join(', '))}
        join emails on emails.id = email_id and newsletter_key = ${newsletter.key} and deliveries_dropped_date is not null`,
    );
  },
});

/** Creates partitions of the ledger for this many future emails, before a long transaction that adds them. */
export async function makeRoomFor(db: Database, emails: number): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('emails', 'key')::regclass), 1) as last`.execute(
    db,
  );
  await makeRoom(db, rows[0]!.last + emails);
}
