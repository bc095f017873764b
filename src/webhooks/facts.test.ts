import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { changeReactions } from '../delivery/ledger/reactions.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { openReceiver, type Receiver } from '../testing/receiver.ts';
import { until } from '../testing/until.ts';

let service: TestService;
let receiver: Receiver;
before(async () => {
  service = await startTestService({ works: true });
  receiver = await openReceiver();
});
after(async () => {
  await service.stop();
  await receiver.close();
});

const told = (path: string) =>
  receiver.received.filter(one => one.path === path).map(({ body }) => JSON.parse(body));
const typesAt = (path: string) => told(path).map(({ event_type }) => event_type);
const stored = () => service.db.selectFrom('events').select('event_type').execute();

async function send(subject: string): Promise<string> {
  const { body } = await service.api('POST', '/v1/emails', { subject });
  await until('sent', async () => (await service.api('GET', `/v1/emails/${body.id}`)).body.status === 'sent');
  return body.id;
}

test('deliveries, opens and clicks are posted to the webhooks that name them, in either form, and to no others', async () => {
  for (const [path, event_types] of [
    ['/all', []],
    ['/named', ['delivered', 'subscriber.opened', 'email.sent']],
    ['/clicks', ['clicked']],
  ] as const) {
    const { status, body } = await service.api('POST', '/v1/webhooks', {
      url: `${receiver.url}${path}`,
      event_types,
    });
    assert.equal(status, 201, JSON.stringify(body));
    if (path === '/clicks') assert.deepEqual(body.event_types, ['subscriber.clicked']);
  }
  const reader = (await service.api('POST', '/v1/subscribers', { email: 'ada@example.org', type: 'regular' }))
    .body.id;
  const email = await send('Told');
  await until('the delivery is told', async () => typesAt('/named').length === 2);
  assert.deepEqual(new Set(typesAt('/named')), new Set(['subscriber.delivered', 'email.sent']));
  const { data } = told('/named').find(({ event_type }) => event_type === 'subscriber.delivered');
  assert.deepEqual(data, { newsletter: service.newsletter.id, subscriber: reader, email });

  const { email_key, subscriber_key } = await service.db
    .selectFrom('deliveries')
    .select(['email_key', 'subscriber_key'])
    .executeTakeFirstOrThrow();
  const was = { open_date: null, click_date: null };
  const date = '2026-11-20T09:00:00.000Z';
  await sql`insert into email_links (email_key, number, url) values (${email_key}, 1, 'https://shop.example/')`.execute(
    service.db,
  );
  await sql`
    insert into hits (email_key, subscriber_key, id, kind, link_number, date, method, agent, network, accept, purpose, verdict, reasons, client, rule_version)
    values (${email_key}, ${subscriber_key}, gen_random_uuid(), 'click', 1, ${date}, 'GET', '', '', '', '', 'human', '{}', '', 1)`.execute(
    service.db,
  );
  const opened = { email_key, subscriber_key, part: 0, was, open_date: date, click_date: date };
  await service.db.transaction().execute(trx => changeReactions(trx, [opened]));
  await until(
    'the open and the click are told',
    async () => typesAt('/named').length === 3 && told('/clicks').length === 1,
  );
  const [click] = told('/clicks');
  assert.deepEqual([click.event_type, click.creation_date], ['subscriber.clicked', date]);
  assert.equal(click.data.url, 'https://shop.example/');
  const again = {
    ...opened,
    was: { open_date: date, click_date: date },
    open_date: '2026-11-20T08:00:00.000Z',
  };
  await service.db.transaction().execute(trx => changeReactions(trx, [again]));

  await until('the journal keeps no copy', async () =>
    (await stored()).every(({ event_type }) => !/delivered|opened|clicked/.test(event_type)),
  );
  assert.ok(!typesAt('/all').some(type => /delivered|opened|clicked/.test(type)));
  assert.equal(typesAt('/named').length, 3, 'an open with an earlier date is not another open');
  const { results } = (
    await service.api('GET', `/v1/events?email_id=${email}&event_type=delivered,opened,clicked`)
  ).body;
  assert.equal(results.length, 3);
});

test('a transaction that is rolled back posts nothing to webhooks', async () => {
  const before = receiver.received.length;
  const { email_key, subscriber_key } = await service.db
    .selectFrom('deliveries')
    .select(['email_key', 'subscriber_key'])
    .executeTakeFirstOrThrow();
  const was = { open_date: null, click_date: null };
  const change = {
    email_key,
    subscriber_key,
    part: 0,
    was,
    open_date: '2026-11-20T09:00:00.000Z',
    click_date: null,
  };
  await assert.rejects(
    service.db.transaction().execute(async trx => {
      await changeReactions(trx, [change]);
      throw new Error('taken back');
    }),
  );
  assert.deepEqual(await service.db.selectFrom('webhook_deliveries').selectAll().execute(), []);
  assert.equal(receiver.received.length, before);
});
