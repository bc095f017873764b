import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { findNewsletterOf } from '../accounts/queries.ts';
import { hashAddress } from '../audience/subscribers/suppression.ts';
import { findDiscrepancies } from '../delivery/ledger/counts.ts';
import { furnish, receiveReply } from '../testing/furnish.ts';
import { exportBundle, importBundle, readBundle } from '../testing/moving.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';

let from: TestService;
let to: TestService;
before(async () => {
  from = await startTestService({ works: true, env: { SMTP_URL: '' } });
  to = await startTestService({ works: true });
});
after(async () => {
  await from.stop();
  await to.stop();
});

test('an export that is imported into an empty newsletter and exported again is the same except for the date, and nobody is mailed', async () => {
  await furnishMore(from);
  const first = await exportBundle(from);
  await shiftKeys(to);
  const mails = to.sink.accepted.length;
  const { status, status_reason } = await importBundle(to, first);
  assert.deepEqual([status, status_reason], ['succeeded', '']);
  const second = await exportBundle(to);
  const [one, other] = [await readBundle(first), await readBundle(second)];
  assert.deepEqual([...other.keys()], [...one.keys()]);
  for (const [name, bytes] of one) {
    if (name === 'manifest.json') continue;
    assert.equal(other.get(name)!.toString(), bytes.toString(), name);
  }
  const dated = (bundle: Map<string, Buffer>) => ({
    ...JSON.parse(bundle.get('manifest.json')!.toString()),
    creation_date: '',
  });
  assert.deepEqual(dated(other), dated(one));
  const counts: Record<string, number> = dated(one).parts;
  const missing = Object.entries(counts).flatMap(([part, count]) => (count === 0 ? [part] : []));
  assert.deepEqual(missing, [], 'there is one of everything');
  assert.deepEqual(await findDiscrepancies(to.db), []);
  // Waits until all work that was due is done. Nobody was mailed, and no feed was fetched.
  await until('nothing is left to do', async () => {
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from letters) + (select count(*) from imports where work_date is not null)
        + (select count(*) from emails where work_date <= now()) as count`.execute(to.db);
    return rows[0]!.count === 0;
  });
  assert.equal(to.sink.accepted.length, mails);
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from feeds where next_poll_date is not null)
      or exists (select from webhook_deliveries)
      or exists (select from delivery_chunks join emails on emails.key = email_key and status in ('sent', 'in_flight')
        where next_attempt_date is not null) as waits`.execute(to.db);
  assert.deepEqual(rows, [{ waits: false }]);
});

test('erased people stay erased in another installation, because the imported keys recognise their addresses', async () => {
  const { rows } = await sql<{ address_hash: Buffer }>`
    select address_hash from suppressions where newsletter_key = ${to.newsletter.key}`.execute(to.db);
  const newsletter = await findNewsletterOf(to.db, { newsletter_key: to.newsletter.key });
  const known = hashAddress(to.secret, newsletter, 'gone@example.org');
  assert.ok(rows.some(row => known.some(hash => hash.equals(row.address_hash))));
  const stranger = hashAddress(to.secret, newsletter, 'stranger@example.org');
  assert.ok(!rows.some(row => stranger.some(hash => hash.equals(row.address_hash))));
});

/** Adds another newsletter, so that imported rows get keys that differ from their former ones. */
async function shiftKeys(service: TestService): Promise<void> {
  const other = await service.foreignKey();
  for (const name of ['Ants', 'Birds', 'Cats'])
    await service.api(
      'POST',
      '/v1/subscribers',
      { email: `${name}@example.org`, type: 'paused', tags: [name] },
      other,
    );
  for (const subject of ['One', 'Two', 'Three'])
    await service.api('POST', '/v1/emails', { subject, status: 'draft' }, other);
}

/** Adds one of everything, finished and in progress. */
async function furnishMore(service: TestService): Promise<void> {
  const ids = await furnish(service);
  const { db, newsletter } = service;
  const create = async (path: string, body: object) => {
    const answer = await service.api('POST', path, body);
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const gone = await create('/v1/subscribers', {
    email: 'gone@example.org',
    type: 'regular',
    tags: ['Birds'],
  });
  const far = new Date(Date.now() + 86_400_000).toISOString();
  await create('/v1/emails', { subject: 'Later', body: 'x', status: 'scheduled', publish_date: far });
  const sent = await create('/v1/emails', {
    subject: 'To birds',
    body: '[Go](https://example.org/2)',
    included_tags: ['Birds'],
    commenting_mode: 'enabled',
  });
  await until(
    'it is sent',
    async () => (await service.api('GET', `/v1/emails/${sent.id}`)).body.status === 'sent',
  );
  await service.api('DELETE', `/v1/subscribers/${gone.id}`);
  const said = await create('/v1/comments', {
    email_id: sent.id,
    subscriber_id: ids.subscribers,
    text: 'Well',
  });
  await create('/v1/comments', { parent_id: said.id, text: 'Indeed' });
  await receiveReply(service);
  await sql`
    insert into comment_mutes (subscriber_key) select key from subscribers where id = ${ids.subscribers}`.execute(
    db,
  );
  await sql`
    insert into referrals (subscriber_key, referrer_key, networks)
    select friend.key, subscribers.key, '{192.0.2.0/24}' from subscribers friend, subscribers
    where friend.id <> ${ids.subscribers} and friend.newsletter_key = ${newsletter.key} and subscribers.id = ${ids.subscribers}
    limit 1`.execute(db);
  // Adds rows that mail servers and browsers would have caused.
  await sql`
    insert into hits (email_key, subscriber_key, id, kind, link_number, date, seconds_after, method, agent, network, accept,
      purpose, verdict, reasons, client, rule_version)
    select emails.key, subscribers.key, gen_random_uuid(), 'open', null, now(), 5, 'GET', 'x', '192.0.2.0/24', '', '',
      'human', '{}', 'x', 1
    from emails, subscribers where emails.id = ${ids.emails} and subscribers.id = ${ids.subscribers}`.execute(
    db,
  );
  await sql`
    insert into feedback (newsletter_key, id, email_key, subscriber_key, kind, source, report_hash, creation_date)
    select ${newsletter.key}, gen_random_uuid(), emails.key, subscribers.key, 'soft', 'api', '\\x01', now()
    from emails, subscribers where emails.id = ${ids.emails} and subscribers.id = ${ids.subscribers}`.execute(
    db,
  );
  await sql`
    insert into sender_faults (email_key, pattern, reason, creation_date)
    select key, 'spf', 'no', now() from emails where id = ${ids.emails}`.execute(db);
  const old = await create('/v1/emails', { subject: 'Long ago', body: 'x' });
  await until(
    'it is sent',
    async () => (await service.api('GET', `/v1/emails/${old.id}`)).body.status === 'sent',
  );
  await sql`update emails set deliveries_dropped_date = now() where id = ${old.id}`.execute(db);
  await sql`delete from deliveries using emails where email_key = key and id = ${old.id}`.execute(db);
  // A test that is not yet decided.
  const tested = await create('/v1/emails', {
    subject: 'Tried',
    body: '[Go](https://example.org/3)',
    ab_test: { variants: [{ subject: 'Tried otherwise' }], share: 50 },
  });
  await until('those who take part have it', async () => {
    const { body } = await service.api('GET', `/v1/emails/${tested.id}/progress`);
    const test = (await service.api('GET', `/v1/emails/${tested.id}/ab-test`)).body;
    return (
      test.state === 'running' && body.in_hand === 0 && body.planned === test.rest && body.recipients > 0
    );
  });
  // A send in progress, in which a worker has one recipient in hand.
  await create('/v1/subscribers', { email: 'second@example.org', type: 'regular' });
  const draft = await create('/v1/emails', { subject: 'Under way', body: 'x', status: 'draft' });
  await sql`
    with started as (
      update emails set status = 'in_flight', audience_bound = 1000000, audience_frozen = true, turn_date = now() + interval '1 day',
        mailed = '{"subject": "Under way", "body": "x", "description": ""}' where id = ${draft.id} returning key
    ), planned as (
      insert into deliveries (email_key, subscriber_key)
      select started.key, subscribers.key from started, subscribers where type in ('regular', 'premium')
      returning email_key, subscriber_key
    )
    insert into delivery_chunks (email_key, first_key, last_key, planned, lease, lease_until, in_hand)
    select email_key, min(subscriber_key), max(subscriber_key), count(*), gen_random_uuid(), now() + interval '1 day',
      array[min(subscriber_key)]
    from planned group by email_key`.execute(db);
}
