import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLog } from '../../platform/log.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { sampleTheme } from '../../testing/samples/rendering.ts';
import { typed } from '../../testing/typed.ts';
import { until } from '../../testing/until.ts';
import { startSending } from './start.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  await addSubscribers(service.db, service.newsletter, 3);
});
after(() => service.stop());

const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const statusOf = async (id: string) => (await service.api('GET', `/v1/emails/${id}`)).body;
const untilStatus = (id: string, status: string) =>
  until(status, async () => (await statusOf(id)).status === status && statusOf(id));

test('a scheduled email is sent within two seconds of its time, and not before', async () => {
  // On a busy machine one email may be late; if the service looks for emails too rarely, all are.
  for (let tries = 1, late = Number.POSITIVE_INFINITY; late >= 2000; tries += 1) {
    assert.ok(tries <= 10, `${late} ms late`);
    const publish_date = soon(1500);
    const { body } = await service.api('POST', '/v1/emails', { subject: 'Scheduled', publish_date });
    assert.equal(body.status, 'scheduled');
    assert.equal(body.publish_date, publish_date);
    const sent = await untilStatus(body.id, 'sent');
    late = Date.parse(sent.publish_date) - Date.parse(publish_date);
    assert.ok(late >= 0, `${-late} ms early`);
  }
});

test('a rescheduled email is sent at its new time, and an email made a draft again is not sent', async () => {
  const hour = 3_600_000;
  const schedule = async (subject: string) =>
    (await service.api('POST', '/v1/emails', { subject, publish_date: soon(hour) })).body.id;
  const change = async (id: string, changes: object) =>
    assert.equal((await service.api('PATCH', `/v1/emails/${id}`, changes)).status, 200);
  const [moved, drafted] = [await schedule('Moved'), await schedule('Drafted')];
  await change(moved, { publish_date: soon(2 * hour) });
  await change(drafted, { status: 'draft' });
  const clock = () => new Date(Date.now() + hour + 1000); // the first time has come
  for (const id of [moved, drafted]) await startSending({ ...parts(), clock, wake: () => {} }, id);
  assert.deepEqual(
    [(await statusOf(moved)).status, (await statusOf(drafted)).status],
    ['scheduled', 'draft'],
  );

  const publish_date = soon(3000);
  await change(moved, { publish_date });
  const sent = await untilStatus(moved, 'sent');
  assert.ok(Date.parse(sent.publish_date) >= Date.parse(publish_date));
  assert.equal((await statusOf(drafted)).status, 'draft');
});

test('an email can be taken back within the undo window', async () => {
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { undo_seconds: 60 });
  const { body } = await service.api('POST', '/v1/emails', { subject: 'Taken back' });
  assert.equal(body.status, 'about_to_send');
  await startSending({ ...parts(), wake: () => {} }, body.id);
  assert.equal((await statusOf(body.id)).status, 'about_to_send', 'the window is still open');
  assert.equal(
    (await service.api('PATCH', `/v1/emails/${body.id}`, { status: 'draft' })).body.status,
    'draft',
  );
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { undo_seconds: 0 });
});

test('an email missed for longer than the newsletter allows becomes errored with the reason, and can then be sent', async () => {
  const { body } = await service.api('POST', '/v1/emails', {
    subject: 'Missed',
    publish_date: soon(3_600_000),
  });
  const clock = () => new Date(Date.now() + 26 * 3_600_000);
  await startSending({ ...parts(), clock, wake: () => {} }, body.id);
  const errored = await statusOf(body.id);
  assert.equal(errored.status, 'errored');
  assert.match(errored.status_reason, /24 hours/);
  assert.equal(
    (await service.api('PATCH', `/v1/emails/${body.id}`, { status: 'about_to_send' })).status,
    200,
  );
  await untilStatus(body.id, 'sent');
});

test('issues are numbered in the order in which they are sent', async () => {
  const numbers: number[] = [];
  for (const subject of ['Number one', 'Number two']) {
    const { body } = await service.api('POST', '/v1/emails', { subject });
    assert.equal(body.secondary_id, null);
    numbers.push((await untilStatus(body.id, 'sent')).secondary_id);
  }
  assert.equal(numbers[1], numbers[0]! + 1);
});

test('the audience is the mailable subscribers of the type with all included and no excluded tags', async () => {
  const types = [
    'regular',
    'premium',
    'gifted',
    'trialed',
    'churning',
    'past_due',
    'unactivated',
    'unsubscribed',
    'paused',
    'unpaid',
    'blocked',
  ];
  for (const type of types)
    await service.api('POST', '/v1/subscribers', {
      email_address: `${type}@audience.example`,
      type,
      tags: ['audience'],
    });
  for (const [name, tags] of Object.entries({
    both: ['audience', 'x', 'y'],
    one: ['audience', 'x'],
    none: ['audience', 'x', 'y', 'z'],
  })) {
    await service.api('POST', '/v1/subscribers', {
      email_address: `${name}@audience.example`,
      type: 'regular',
      tags,
    });
  }
  await service.api('POST', '/v1/subscribers', {
    email_address: 'silent@audience.example',
    type: 'regular',
    tags: ['audience'],
  });
  await service.db
    .updateTable('subscribers')
    .set(typed('paused'))
    .where('email_address', '=', 'silent@audience.example')
    .execute();
  const paying = ['churning', 'gifted', 'past_due', 'premium', 'trialed'];
  // A paid plan that is paused leaves free mail as it is; people who have paused mail get none.
  const free = ['both', 'none', 'one', 'paused', 'regular'];
  assert.deepEqual(await audienceOf({ email_type: 'premium' }), paying);
  assert.deepEqual(await audienceOf({ email_type: 'free' }), free);
  assert.deepEqual(await audienceOf({ email_type: 'public' }), [...paying, ...free].toSorted());
  assert.deepEqual(await audienceOf({ email_type: 'private' }), [...paying, ...free].toSorted());
  assert.deepEqual(await audienceOf({ included_tags: ['audience', 'x', 'y'], excluded_tags: ['z'] }), [
    'both',
  ]);
});

test('an email without recipients becomes sent', async () => {
  await service.api('POST', '/v1/tags', { name: 'nobody has it' });
  const { body } = await service.api('POST', '/v1/emails', {
    subject: 'To nobody',
    included_tags: ['nobody has it'],
  });
  const sent = await untilStatus(body.id, 'sent');
  assert.equal(sent.analytics.recipients, 0);
});

async function audienceOf(fields: {
  email_type?: string;
  included_tags?: string[];
  excluded_tags?: string[];
}): Promise<string[]> {
  const { body } = await service.api('POST', '/v1/emails', {
    subject: `Audience ${JSON.stringify(fields)}`,
    included_tags: ['audience'],
    ...fields,
  });
  await untilStatus(body.id, 'sent');
  const rows = await service.db
    .selectFrom('deliveries')
    .innerJoin('emails', 'emails.key', 'deliveries.email_key')
    .innerJoin('subscribers', 'subscribers.key', 'deliveries.subscriber_key')
    .where('emails.id', '=', body.id)
    .select('email_address')
    .execute();
  return rows.map(row => row.email_address.replace('@audience.example', '')).toSorted();
}

function parts() {
  return {
    db: service.db,

    theme: sampleTheme,
    clock: () => new Date(),
    log: createLog('silent'),
  };
}
