import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { recordEvent } from '../journal/record.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { openReceiver, type Receiver } from '../testing/receiver.ts';
import { until } from '../testing/until.ts';
import { decideDeliveries, startDeciding } from './decide.ts';
import { leaseDeliveries } from './deliveries.ts';
import { pruneUntold } from './prune.ts';
import { replayEvents } from './replay.ts';
import { continueWebhooksAfterSetBack } from './set-back.ts';
import { startTelling } from './worker.ts';

let service: TestService;
let receiver: Receiver;
let tag: { id: string };

before(async () => {
  service = await startTestService();
  tag = await addTag('Sailors');
});
after(() => service.stop());
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  await service.db.deleteFrom('webhooks').execute();
  await pruneUntold(service.db, 1000);
  await receiver.close();
});

const sailors = () => ({ filters: [{ field: 'subscriber.tags', operator: 'contains', value: tag.id }] });
const soon = () => new Date(Date.now() + 60_000); // due by the database's clock
const decide = () => decideDeliveries(service.db, soon());
const ask = (fields: object, method = 'POST', path = '/v1/webhooks') =>
  service.api(method, path, { ...(method === 'POST' && { url: `${receiver.url}/hook` }), ...fields });

async function createWebhook(fields: object) {
  const { status, body, text } = await ask(fields);
  assert.equal(status, 201, text);
  return body;
}

async function addTag(name: string): Promise<{ id: string }> {
  return (await service.api('POST', '/v1/tags', { name })).body;
}

async function addPerson(tags: string[] = []): Promise<string> {
  const email_address = `${newId()}@example.com`;
  const { status, body, text } = await service.api('POST', '/v1/subscribers', {
    email_address,
    tags,
    type: 'regular',
  });
  assert.equal(status, 201, text);
  return body.id;
}

async function addEmail(automation_id?: string): Promise<string> {
  const { body } = await service.api('POST', '/v1/emails', {
    subject: newId(),
    body: 'Text',
    status: 'draft',
  });
  if (automation_id)
    await service.db.updateTable('emails').set({ automation_id }).where('id', '=', body.id).execute();
  return body.id;
}

const record = (event: Parameters<typeof recordEvent>[2]) =>
  service.db.transaction().execute(trx => recordEvent(trx, service.newsletter.key, event));

/** Leases everything that is due for webhooks; returns the types of events, and whom or what they are about. */
async function due() {
  const leased = await leaseDeliveries(service.db, soon(), 100);
  return leased.map(({ event_type, subscriber_id, email_id }) => [event_type, subscriber_id ?? email_id]);
}

test('a webhook with a filter gets events about people who match, and no events that are about nobody', async () => {
  await createWebhook({ event_types: ['subscriber.created', 'email.created'], filters: sailors() });
  await addPerson();
  await addEmail();
  const sailor = await addPerson([tag.id]);
  assert.deepEqual(await due(), [], 'nothing is due before the filter has decided');
  assert.equal(await decide(), false);
  assert.deepEqual(await due(), [['subscriber.created', sailor]]);
  assert.equal(await decide(), false);
  assert.deepEqual(await service.db.selectFrom('webhook_deliveries').select('event_key').execute(), [
    { event_key: (await lastEvent(sailor)).key },
  ]);
});

test('events that wait for a filter go on waiting when the clock is set back', async () => {
  await createWebhook({ event_types: ['subscriber.created'], filters: sailors() });
  await addPerson();
  assert.equal(await continueWebhooksAfterSetBack(service.db, new Date()), 0);
  assert.deepEqual(await due(), []);
  await decide();
  assert.deepEqual(await due(), []);
});

const lastEvent = (subscriber_id: string) =>
  service.db
    .selectFrom('events')
    .selectAll()
    .where('subscriber_id', '=', subscriber_id)
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

test('a changed filter leaves the events that the old one let through, and decides about those that still wait', async () => {
  const webhook = await createWebhook({ event_types: ['subscriber.created'], filters: sailors() });
  const sailor = await addPerson([tag.id]);
  await decide();
  const other = await addPerson();
  const changed = await ask(
    { filters: [{ field: 'subscriber.tags', operator: 'not_contains', value: 'Sailors' }] },
    'PATCH',
    `/v1/webhooks/${webhook.id}`,
  );
  assert.deepEqual(changed.body.filters.filters, [
    { field: 'subscriber.tags', operator: 'not_contains', value: tag.id },
  ]);
  await decide();
  assert.deepEqual(await due(), [
    ['subscriber.created', sailor],
    ['subscriber.created', other],
  ]);
  const cleared = await ask({ filters: null }, 'PATCH', `/v1/webhooks/${webhook.id}`);
  assert.deepEqual(cleared.body.filters, { filters: [], groups: [], predicate: 'and' });
});

test('a webhook for emails or automations gets the events about them, including those of deliveries', async () => {
  const { body: automation } = await service.api('POST', '/v1/automations', {
    name: 'Welcome',
    trigger: 'subscriber.confirmed',
    actions: [],
  });
  const mine = await addEmail();
  const made = await addEmail(automation.id);
  const foreign = await addEmail();
  const reader = await addPerson();
  const types = ['email.sent', 'subscriber.bounced', 'automation.failing'];
  await createWebhook({ event_types: types, email_ids: [mine.toUpperCase(), mine] });
  await createWebhook({ event_types: types, automation_ids: [automation.id] });
  for (const email_id of [mine, made, foreign]) {
    await record({ event_type: 'email.sent', email_id });
    await record({ event_type: 'subscriber.bounced', email_id, subscriber_id: reader });
  }
  await record({ event_type: 'automation.failing', automation_id: automation.id });
  await record({ event_type: 'automation.failing', automation_id: newId() });
  assert.deepEqual(
    (await due()).toSorted(),
    [
      ['automation.failing', null],
      ['email.sent', made],
      ['email.sent', mine],
      ['subscriber.bounced', reader],
      ['subscriber.bounced', reader],
    ].toSorted(),
  );
});

test('a deletion is told whatever the filter says, and other events of people who are gone are not told', async () => {
  await createWebhook({
    event_types: ['subscriber.created', 'subscriber.deleted'],
    filters: sailors(),
  });
  const gone = await addPerson([tag.id]);
  await service.api('DELETE', `/v1/subscribers/${gone}`);
  await decide();
  assert.deepEqual(await due(), [['subscriber.deleted', gone]]);
});

test('a filter that names something deleted disables its webhook, tells the owner, and loses nothing', async () => {
  const passing = await addTag('Passing');
  const webhook = await createWebhook({
    event_types: ['subscriber.created'],
    filters: [{ field: 'subscriber.tags', operator: 'not_contains', value: passing.id }],
  });
  const reader = await addPerson();
  await service.api('DELETE', `/v1/tags/${passing.id}`);
  await decide();
  assert.deepEqual(await due(), []);
  const path = `/v1/webhooks/${webhook.id}`;
  const { body } = await service.api('GET', path);
  assert.deepEqual(
    [body.status, body.disabled_reason],
    [
      'disabled',
      'Its filters cannot be applied. The condition on subscriber.tags names something that has been deleted. Change the filters, then enable it.',
    ],
  );
  assert.ok(body.disabled_reason_sentence);
  const letters = await service.db.selectFrom('letters').select('subject').execute();
  assert.ok(letters.some(({ subject }) => subject === webhook.id));
  const needs = (await service.api('GET', '/v1/overview')).body.needs;
  const need = needs.find(({ kind }: { kind: string }) => kind === 'webhook');
  assert.match(need.detail, /127\.0\.0\.1.*disabled.*Its filters cannot be applied/);
  await ask({ filters: null, status: 'enabled' }, 'PATCH', path);
  await decide();
  assert.deepEqual(await due(), [['subscriber.created', reader]]);
});

test('replayed events pass the filter again', async () => {
  const sailor = await addPerson([tag.id]);
  const other = await addPerson();
  const webhook = await createWebhook({ event_types: ['subscriber.created'], filters: sailors() });
  const events = [await lastEvent(sailor), await lastEvent(other)];
  await service.db.transaction().execute(trx =>
    replayEvents(
      trx,
      service.newsletter.key,
      events.map(({ key }) => key),
      webhook.id,
    ),
  );
  assert.deepEqual(await due(), []);
  await decide();
  assert.deepEqual(await due(), [['subscriber.created', sailor]]);
});

test('two workers at once tell each event once, even of a thousand events', async () => {
  await createWebhook({ event_types: ['subscriber.updated'], filters: sailors() });
  const [sailor, other] = [await addPerson([tag.id]), await addPerson()];
  const count = 1200;
  await service.db.transaction().execute(async trx => {
    for (let at = 0; at < count; at += 1)
      await recordEvent(trx, service.newsletter.key, {
        event_type: 'subscriber.updated',
        subscriber_id: at % 100 === 0 ? sailor : other,
      });
  });
  const context = { ...service, client: service.webhook_client, random: () => 0, log: createLog('silent') };
  const running = [
    startDeciding(context),
    startDeciding(context),
    startTelling(context),
    startTelling(context),
  ];
  try {
    const waiting = () => service.db.selectFrom('webhook_deliveries').select('event_key').execute();
    await until('every event is told', async () => (await waiting()).length === 0);
  } finally {
    await Promise.all(running.map(one => one.stop()));
  }
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.equal(ids.length, count / 100);
  assert.equal(new Set(ids).size, ids.length);
});

for (const [fields, code, detail] of [
  [{ email_ids: ['x'] }, 'filter_invalid', /email_ids/],
  [{ email_ids: 'x' }, 'filter_invalid', /email_ids/],
  [{ email_ids: [newId()] }, 'filter_invalid', /email_ids: the newsletter has no email /],
  [{ automation_ids: [newId()] }, 'filter_invalid', /automation_ids: the newsletter has no automation /],
  [{ automation_ids: Array.from({ length: 101 }, () => newId()) }, 'filter_invalid', /automation_ids/],
  [{ filters: 'premium' }, 'filter_invalid', /filters/],
  [
    { filters: [{ field: 'subscriber.shoe_size', operator: 'equals', value: '44' }] },
    'filter_invalid',
    /subscriber\.shoe_size/,
  ],
  [
    { filters: [{ field: 'subscriber.tags', operator: 'contains', value: 'No such' }] },
    'tag_invalid',
    /No such/,
  ],
] as const)
  test(`${JSON.stringify(fields).slice(0, 80)} is refused`, async () => {
    const { status, body } = await ask(fields);
    assert.deepEqual([status, body.code], [400, code]);
    assert.match(body.detail, detail);
  });
