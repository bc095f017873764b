import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { makeRoom } from '../delivery/ledger/parts.ts';
import type { TestService } from './postrider.ts';
import { mailAfter } from './sequences.ts';

/** The tables that grow with people and with time. */
export const growing = [
  'subscribers',
  'deliveries',
  'delivery_chunks',
  'hits',
  'events',
  'feedback',
  'suppressions',
  'growth',
  'webhook_attempts',
  'survey_responses',
  'sequence_runs',
  'sequence_steps',
];

/** The objects of one newsletter that a path can name: ids, except for `newsletter_key`. */
export type Things = Record<'tag' | 'survey' | 'form' | 'webhook' | 'automation', string> & {
  newsletter_key: number;
};

/** Creates one of each in the newsletter of the key in `headers`. */
export async function makeThings(service: TestService, headers?: Record<string, string>): Promise<Things> {
  const create = async (path: string, body: object): Promise<string> => {
    const { status, text, body: created } = await service.api('POST', path, body, headers);
    assert.equal(status, 201, text);
    return created.id;
  };
  const tag = await create('/v1/tags', { name: 'Reads' });
  const { newsletter_key } = await service.db
    .selectFrom('tags')
    .select('newsletter_key')
    .where('id', '=', tag)
    .executeTakeFirstOrThrow();
  return {
    newsletter_key,
    tag,
    survey: await create('/v1/surveys', {
      identifier: 'best',
      question: 'Which is best?',
      answers: ['Tea', 'Milk'],
    }),
    form: await create('/v1/forms', { title: 'Walks', slug: 'walks', fields: [] }),
    webhook: await create('/v1/webhooks', {
      url: 'https://hooks.example/',
      event_types: ['subscriber.updated'],
    }),
    automation: await create('/v1/automations', {
      name: 'Welcome',
      trigger: 'subscriber.created',
      actions: [mailAfter(0, 'Welcome')],
    }),
  };
}

/**
 * Adds the rows of a long time of mailing: this many people, emails that all of them got, and their reactions. Returns an email and a
 * person.
 */
export async function fillNewsletter(
  { db }: TestService,
  { newsletter_key, tag, survey, form, webhook, automation }: Things,
  { people, emails }: { people: number; emails: number },
): Promise<{ email: string; person: string }> {
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source, tags, form_id)
    select gen_random_uuid(), ${newsletter_key}::int, address, address, 'regular', 'api',
      case when n % 10 = 0 then (select array[key] from tags where id = ${tag}::uuid) else '{}' end, case when n % 10 = 0 then ${form}::text else '' end
    from generate_series(1, ${people}::int) n cross join lateral (select n || '@d' || n % 20 || '.example' as address) made`.execute(
    db,
  );
  const { rows } = await sql<{ key: number; id: string }>`
    insert into emails (id, newsletter_key, email_type, slug, source, status, subject, creation_date, publish_date, audience_bound, audience_frozen)
    select gen_random_uuid(), ${newsletter_key}::int, 'public', gen_random_uuid(), 'api', 'sent', 'Issue', date, date, 1, true
    from generate_series(1, ${emails}::int) n cross join lateral (select now() - n * interval '1 hour' as date) sent returning key, id`.execute(
    db,
  );
  const keys = sql`any(${rows.map(({ key }) => key)}::bigint[])`;
  await makeRoom(db, rows.at(-1)!.key + 1);
  await sql`
    insert into deliveries (email_key, subscriber_key, status, status_date, attempts, reply, open_date, click_date, unsubscription_date)
    select emails.key, subscribers.key, (case dice when 0 then 'permanent' when 1 then 'bounced' else 'accepted' end)::delivery_status,
      publish_date, 1, '250 2.0.0 Ok', case when dice > 15 then now() end, case when dice > 18 then now() end, case when dice = 19 then now() end
    from emails join subscribers using (newsletter_key) cross join lateral (select (emails.key + subscribers.key) % 20 as dice) cast_
    where emails.key = ${keys}`.execute(db);
  await sql`
    insert into delivery_chunks (email_key, first_key, last_key, accepted, opens, clicks, next_attempt_date, first_pass_done)
    select email_key, min(subscriber_key), max(subscriber_key), count(*), count(open_date), count(click_date), null, true
    from deliveries where email_key = ${keys} group by email_key, subscriber_key / 500`.execute(db);
  await sql`
    insert into hits (email_key, subscriber_key, id, kind, date, method, agent, network, accept, purpose, verdict, reasons, client, rule_version)
    select email_key, subscriber_key, gen_random_uuid(), 'open', open_date, 'GET', '', '', '', '', 'human', '{}', 'Firefox', 1
    from deliveries where email_key = ${keys} and open_date is not null`.execute(db);
  await sql`
    insert into feedback (id, newsletter_key, email_key, subscriber_key, kind, source, report_hash, creation_date)
    select gen_random_uuid(), ${newsletter_key}::int, email_key, subscriber_key, 'hard', 'smtp', uuid_send(gen_random_uuid()), now()
    from deliveries where email_key = ${keys} and status = 'bounced'`.execute(db);
  const of = sql`from subscribers where newsletter_key = ${newsletter_key}`;
  await sql`
    insert into events (id, newsletter_key, event_type, subscriber_id, data)
    select gen_random_uuid(), newsletter_key, 'subscriber.updated', id, '{}' ${of}`.execute(db);
  await sql`
    insert into suppressions (newsletter_key, address_hash) select newsletter_key, uuid_send(id) ${of}`.execute(
    db,
  );
  await sql`
    insert into growth (newsletter_key, day, reason, count) select newsletter_key, current_date - (key % 300)::int, 'api', 1 ${of}`.execute(
    db,
  );
  await sql`
    insert into webhook_attempts (id, webhook_key, event_id, event_type, attempt, outcome, reason, response_body, duration_ms, creation_date)
    select gen_random_uuid(), (select key from webhooks where id = ${webhook}), id, 'subscriber.updated', 1, 'succeeded', '', '', 1, now() ${of}`.execute(
    db,
  );
  await sql`
    insert into survey_responses (id, survey_key, subscriber_key, chosen, source)
    select gen_random_uuid(), (select key from surveys where id = ${survey}), key, array['Tea'], 'web' ${of}`.execute(
    db,
  );
  await sql`
    with entered as (
      insert into sequence_runs (sequence_key, edition, passage, cause, mails, entered_date, anchor_date, status, step, subscriber_key, completed_date)
      select (select key from sequences where id = ${automation}), 1, 1, gen_random_uuid(), false, now(), now(), 'done', 1, key, now() ${of}
      returning key
    )
    insert into sequence_steps (run_key, step_id, result, reason) select key, gen_random_uuid(), 'done', '' from entered`.execute(
    db,
  );
  const { rows: found } = await sql<{ id: string }>`select id ${of} order by key limit 1`.execute(db);
  return { email: rows[0]!.id, person: found[0]!.id };
}
