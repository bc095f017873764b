import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { type EventType, recordEvent } from '../journal/record.ts';
import { requestLetter } from '../letters/request.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { lettersAbout, openOutbox } from '../testing/letters.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { openReceiver, type Receiver } from '../testing/receiver.ts';
import { attemptDelivery } from './attempt.ts';
import { openWebhookClient, type WebhookClient } from './client.ts';
import { leaseDeliveries, renewLeases } from './deliveries.ts';
import { pruneAttempts, pruneUntold } from './prune.ts';
import { replayEvents } from './replay.ts';
import { wholeSchedule } from './schedule.ts';
import { printDisabled } from './tell-owner.ts';

const hour = 3_600_000;
let service: TestService;
let client: WebhookClient;
let receiver: Receiver;
let now: Date;
const clock = () => now;
const goOn = new AbortController().signal;

before(async () => {
  service = await startTestService({ env: { ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' }, clock });
  client = openWebhookClient({
    allowed_private_networks: ['127.0.0.0/8'],
    contact_url: 'http://news.example',
    connections_per_host: 32,
  });
});
after(async () => {
  await client.close();
  await service.stop();
});
beforeEach(async () => {
  receiver = await openReceiver();
  now = new Date(Date.now() + 60_000); // events that happen during the test are due by the database's clock
});
afterEach(async () => {
  await service.db.deleteFrom('webhooks').execute();
  await pruneUntold(service.db, 1000);
  await receiver.close();
});

const context = () => ({ ...service, clock, client, random: () => 0 });

/** Attempts everything that is due now; returns how many attempts that was. */
async function tell(): Promise<number> {
  const deliveries = await leaseDeliveries(service.db, now, 32);
  await Promise.all(deliveries.map(delivery => attemptDelivery(context(), delivery, goOn)));
  return deliveries.length;
}

async function createWebhook(fields: object = {}) {
  const { status, body, text } = await service.api('POST', '/v1/webhooks', {
    url: `${receiver.url}/hook`,
    ...fields,
  });
  assert.equal(status, 201, text);
  return body;
}

async function happen(event_type: EventType = 'email.sent', data: object = {}): Promise<string> {
  const email_id = newId();
  await service.db
    .transaction()
    .execute(trx => recordEvent(trx, service.newsletter.key, { event_type, email_id, data }));
  return email_id;
}

/** Lets so many milliseconds of all leases pass. */
const age = (ms: number) =>
  sql`update webhook_deliveries set next_attempt_date = next_attempt_date - ${ms}::int * interval '1 ms'
    where lease is not null`.execute(service.db);

const waiting = () => service.db.selectFrom('webhook_deliveries').selectAll().orderBy('event_key').execute();
const read = async ({ id }: { id: string }) => (await service.api('GET', `/v1/webhooks/${id}`)).body;
const attemptsOf = async ({ id }: { id: string }) =>
  (await service.api('GET', `/v1/webhooks/${id}/attempts`)).body.results;
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

test('an event is posted once, signed and in the form of GET /v1/events, and logged', async () => {
  const webhook = await createWebhook();
  const email_id = await happen('email.sent', { note: 'é' });
  assert.equal(await tell(), 1);
  assert.equal(await tell(), 0);
  assert.equal(receiver.received.length, 1);
  const { path, headers, body } = receiver.received[0]!;
  const event = (await service.api('GET', `/v1/events?email_id=${email_id}`)).body.results[0];
  assert.equal(path, '/hook');
  assert.deepEqual(JSON.parse(body), {
    id: event.id,
    event_type: 'email.sent',
    creation_date: event.creation_date,
    data: { note: 'é', newsletter: service.newsletter.id, email: email_id },
  });
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['webhook-id'], event.id);
  assert.equal(headers['webhook-timestamp'], String(Math.floor(now.getTime() / 1000)));
  const key = Buffer.from(webhook.signing_key.slice(6), 'base64');
  assert.ok(key.length >= 24 && key.length <= 64);
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  assert.equal(
    headers['webhook-signature'],
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  const older = createHmac('sha256', webhook.signing_key).update(body).digest('hex');
  assert.equal(headers['x-buttondown-signature'], `sha256=${older}`);
  const [{ id, duration_ms, ...line }, ...more] = await attemptsOf(webhook);
  assert.deepEqual(more, []);
  assert.deepEqual(line, {
    webhook_id: webhook.id,
    event_id: event.id,
    event_type: 'email.sent',
    kind: 'event',
    attempt: 1,
    outcome: 'succeeded',
    status_code: 204,
    reason: '',
    response_body: '',
    next_attempt_date: null,
    creation_date: now.toISOString(),
  });
});

test('an event whose change is rolled back is not posted', async () => {
  await createWebhook();
  const change = service.db.transaction().execute(async trx => {
    await recordEvent(trx, service.newsletter.key, { event_type: 'email.sent' });
    throw new Error('no');
  });
  await assert.rejects(change, /no/);
  assert.deepEqual(await waiting(), []);
});

test('an event goes to the newsletter’s enabled webhooks that want it, whatever happens to others', async () => {
  const all = await createWebhook({ url: `${receiver.url}/all`, event_types: ['*'] });
  await createWebhook({ url: `${receiver.url}/sent`, event_types: ['email.errored', 'email.sent'] });
  await createWebhook({ url: `${receiver.url}/created`, event_types: ['email.created'] });
  await createWebhook({ url: `${receiver.url}/off`, status: 'disabled' });
  const foreign = await service.api(
    'POST',
    '/v1/webhooks',
    { url: `${receiver.url}/foreign` },
    await service.foreignKey(),
  );
  assert.deepEqual([foreign.status, all.event_types], [201, []]);
  await happen('email.sent');
  assert.equal(await tell(), 2);
  assert.deepEqual(receiver.received.map(({ path }) => path).sort(), ['/all', '/sent']);
});

test('a failing endpoint is tried ten times on schedule, then disabled and its owner told, and nothing is lost', async () => {
  const webhook = await createWebhook({ url: `${receiver.url.replace('//', '//user:secret@')}/hook` });
  receiver.answer = response => void response.writeHead(500).end('out of order\0');
  const first = now;
  await happen();
  const dates: number[] = [];
  while (await tell()) {
    dates.push((now.getTime() - first.getTime()) / 1000);
    const [delivery] = await waiting();
    if ((await read(webhook)).status === 'disabled') break;
    later(Date.parse(delivery!.next_attempt_date) - now.getTime() - 1);
    assert.equal(await tell(), 0, 'not a moment sooner');
    later(1);
  }
  assert.deepEqual(dates, [0, 5, 305, 2105, 9305, 27_305, 63_305, 113_705, 185_705, 272_105]);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size, 10);
  const disabled = await read(webhook);
  assert.equal(disabled.disabled_date, now.toISOString());
  assert.equal(disabled.failing_since, first.toISOString());
  assert.match(disabled.disabled_reason, /No attempt has succeeded since .* The endpoint answered 500\./);
  const attempts = await attemptsOf(webhook);
  assert.deepEqual(
    attempts.map(({ attempt }: { attempt: number }) => attempt),
    [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
  );
  assert.deepEqual([attempts[0].next_attempt_date, attempts[0].response_body], [null, 'out of order\ufffd']);
  await assertOwnerTold(webhook.id, /user|secret/);

  receiver.answer = response => void response.writeHead(200).end();
  await happen();
  assert.equal(await tell(), 0);
  const { body } = await service.api('PATCH', `/v1/webhooks/${webhook.id}`, { status: 'enabled' });
  assert.deepEqual(
    [body.status, body.disabled_reason, body.disabled_date, body.failing_since],
    ['enabled', '', null, null],
  );
  assert.equal(await tell(), 1, 'its pending events; later ones are in the journal');
  assert.equal(receiver.received.length, 11);
  assert.deepEqual(await waiting(), []);
});

/** The expected mail goes to the newsletter's own address and contains nothing of `secret`. */
async function assertOwnerTold(webhook_id: string, secret: RegExp): Promise<void> {
  const printers = { tell_webhook_owner: printDisabled({ db: service.db, clock }) };
  const setting = { printers, clock, log: createLog('silent') };
  const { deliver, mails } = openOutbox(service, setting, () => ({ status: 'accepted', reply: '250 ok' }));
  await deliver();
  assert.deepEqual(
    mails.map(({ from, to }) => [from, to]),
    [[service.newsletter.from_address, service.newsletter.from_address]],
  );
  assert.match(mails[0]!.source, /^Subject: A webhook of Test was disabled\r$/m);
  assert.match(mails[0]!.source, /^Auto-Submitted: auto-generated\r$/m);
  const [, , text = ''] = mails[0]!.source.split('--=_postrider_alternative');
  assert.match(
    text.replaceAll('=\r\n', ''),
    /<p>The webhook of Test to http:\/\/127\.0\.0\.1.* was disabled/,
  );
  assert.doesNotMatch(mails[0]!.source, secret);
  await service.db
    .updateTable('webhooks')
    .set({ disabled_reason: '' })
    .where('id', '=', webhook_id)
    .execute();
  await requestLetter(service.db, 'tell_webhook_owner', webhook_id);
  await deliver();
  assert.equal(mails.length, 1, 'nothing once it works again');
}

test('if only one event is refused, it is given up after its schedule and the webhook stays enabled', async () => {
  const webhook = await createWebhook();
  const poison = await happen();
  receiver.answer = (response, { body }) => void response.writeHead(body.includes(poison) ? 422 : 200).end();
  for (let rounds = 0; rounds < 10; rounds += 1) {
    await happen();
    for (let turns = 0; turns < 5 && (await tell()) > 0; turns += 1);
    const [delivery] = await waiting();
    if (delivery) later(Date.parse(delivery.next_attempt_date) - now.getTime());
  }
  assert.deepEqual(await waiting(), []);
  assert.equal(receiver.received.filter(({ body }) => body.includes(poison)).length, 10);
  assert.equal((await read(webhook)).status, 'enabled');
});

test('a 410 disables the webhook immediately and keeps its waiting events', async () => {
  const webhook = await createWebhook();
  receiver.answer = response => void response.writeHead(410).end();
  await happen();
  await tell();
  const { status, disabled_reason } = await read(webhook);
  assert.deepEqual(
    [status, disabled_reason],
    ['disabled', 'The endpoint answered 410: it does not want any more events.'],
  );
  assert.equal((await waiting()).length, 1);
  const letters = await lettersAbout(service.db, webhook.id);
  assert.deepEqual(
    letters.map(({ kind }) => kind),
    ['tell_webhook_owner'],
  );
  await service.db.deleteFrom('letters').execute();
  later(wholeSchedule);
  assert.equal(await tell(), 0);
});

test('only 2xx is success; a redirect is a failure and is not followed', async () => {
  const webhook = await createWebhook();
  const secret = await openReceiver();
  for (const [status, outcome] of [
    [200, 'succeeded'],
    [202, 'succeeded'],
    [299, 'succeeded'],
    [302, 'failed'],
    [307, 'failed'],
    [400, 'failed'],
    [503, 'failed'],
  ] as const) {
    receiver.answer = response => void response.writeHead(status, { location: secret.url }).end();
    const { body } = await service.api('POST', `/v1/webhooks/${webhook.id}/test`);
    assert.deepEqual([body.outcome, body.status_code], [outcome, status]);
  }
  assert.equal(secret.received.length, 0);
  assert.match((await attemptsOf(webhook))[3].reason, /302, and redirects are not followed/);
  await secret.close();
});

test('Retry-After is obeyed for the event and for all others of the endpoint', async () => {
  await createWebhook();
  receiver.answer = response => void response.writeHead(429, { 'retry-after': '600' }).end();
  await happen();
  await tell();
  await happen();
  later(599_000);
  assert.equal(await tell(), 0);
  receiver.answer = response => void response.writeHead(200).end();
  later(1000);
  assert.equal(await tell(), 1, 'one to test whether it works again');
  later(0);
  assert.equal(await tell(), 1);
  assert.equal(receiver.received.length, 3);
});

test('a Retry-After that is a date, nonsense or far too long is handled sensibly', async () => {
  const webhook = await createWebhook();
  for (const [value, least, most] of [
    [new Date(Date.now() + 600_000).toUTCString(), 480_000, 600_000], // the date is compared with the real clock
    ['-5', 5000, 5000],
    ['soon', 5000, 5000],
    ['9999999999', 24 * hour, 24 * hour],
  ] as const) {
    receiver.answer = response => void response.writeHead(503, { 'retry-after': value }).end();
    await happen();
    await tell();
    const [delivery] = await waiting();
    const gap = Date.parse(delivery!.next_attempt_date) - now.getTime();
    assert.ok(gap >= least && gap <= most, `${value}: ${gap}`);
    await service.db.deleteFrom('webhook_deliveries').execute();
    await service.db.updateTable('webhooks').set({ busy_until: null, failing_since: null }).execute();
  }
  assert.equal((await read(webhook)).status, 'enabled');
});

test('a 10 MB response counts by its status, and little of it is read', async () => {
  const webhook = await createWebhook();
  let written = 0;
  receiver.answer = response => {
    response.writeHead(200);
    const more = () => {
      while (written < 10_000_000 && !response.destroyed) {
        written += 100_000;
        if (!response.write('x'.repeat(100_000))) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  };
  await happen();
  await tell();
  const [line] = await attemptsOf(webhook);
  assert.deepEqual(
    [line.outcome, line.status_code, line.response_body],
    ['succeeded', 200, 'x'.repeat(1000)],
  );
  assert.ok(written < 10_000_000, `${written} bytes were taken`);
  assert.deepEqual(await waiting(), []);
});

test('a cancelled request is made again and does not count as a failure', async () => {
  const webhook = await createWebhook();
  const arrived = Promise.withResolvers<void>();
  receiver.answer = () => arrived.resolve();
  await happen();
  const [delivery] = await leaseDeliveries(service.db, now, 32);
  const stop = new AbortController();
  const attempt = attemptDelivery(context(), delivery!, stop.signal);
  await arrived.promise;
  stop.abort();
  await attempt;
  assert.deepEqual([(await read(webhook)).failing_since, await attemptsOf(webhook)], [null, []]);
  receiver.answer = response => void response.writeHead(200).end();
  assert.equal(await tell(), 1);
});

test('another worker makes a dead worker’s deliveries when its lease ends, and a late result changes nothing', async () => {
  await createWebhook();
  await happen();
  const [lost] = await leaseDeliveries(service.db, now, 32);
  await age(9000);
  assert.equal(await tell(), 0);
  await age(1000);
  const [found] = await leaseDeliveries(service.db, now, 32);
  receiver.answer = response => void response.writeHead(500).end();
  await attemptDelivery(context(), lost!, goOn);
  assert.deepEqual(
    (await waiting()).map(({ attempts, lease }) => [attempts, lease]),
    [[0, found!.lease]],
  );
});

test('a renewed lease lasts longer, and a lost one is not won back', async () => {
  await createWebhook();
  await happen();
  const held = await leaseDeliveries(service.db, now, 32);
  await age(9000);
  await renewLeases(service.db, held);
  await age(9000);
  assert.equal(await tell(), 0);
  await age(1000);
  const taken = await leaseDeliveries(service.db, now, 32);
  assert.equal(taken.length, 1);
  await age(9000);
  await renewLeases(service.db, held);
  await age(1000);
  assert.equal(await tell(), 1);
});

test('a working endpoint gets four requests at a time, a failing one gets one, oldest events first', async () => {
  await createWebhook();
  const ids: string[] = [];
  for (let n = 0; n < 10; n += 1) ids.push(await happen());
  const first = await leaseDeliveries(service.db, now, 32);
  assert.deepEqual(
    first.map(({ email_id }) => email_id),
    ids.slice(0, 4),
  );
  assert.deepEqual(await leaseDeliveries(service.db, now, 32), []);
  receiver.answer = response => void response.writeHead(500).end();
  await Promise.all(first.map(delivery => attemptDelivery(context(), delivery, goOn)));
  later(2000);
  const next = await leaseDeliveries(service.db, now, 32);
  assert.deepEqual(
    next.map(({ email_id }) => email_id),
    ids.slice(4, 5),
  );
});

test('webhooks with the fewest requests under way come first', async () => {
  await createWebhook({ description: 'a' });
  await createWebhook({ description: 'b' });
  for (let n = 0; n < 5; n += 1) await happen();
  const keys = async (room: number) =>
    (await leaseDeliveries(service.db, now, room)).map(({ webhook_key }) => webhook_key);
  const [one, two] = await keys(2);
  assert.notEqual(one, two);
  assert.deepEqual((await keys(2)).toSorted(), [one!, two!].toSorted());
});

test('deleting a webhook does not conflict with recording events', async () => {
  const webhook = await createWebhook();
  const deleting = service.api('DELETE', `/v1/webhooks/${webhook.id}`);
  await Promise.all(Array.from({ length: 20 }, () => happen()));
  assert.equal((await deleting).status, 204);
  await pruneUntold(service.db, 1000);
  assert.deepEqual(await waiting(), []);
});

test('a new url immediately gets the events that the old one did not accept', async () => {
  const webhook = await createWebhook();
  receiver.answer = response => void response.writeHead(500).end();
  await happen();
  await tell();
  receiver.answer = response => void response.writeHead(200).end();
  await service.api('PATCH', `/v1/webhooks/${webhook.id}`, { description: 'x', url: webhook.url });
  assert.equal(await tell(), 0, 'the same url is not a change');
  await service.api('PATCH', `/v1/webhooks/${webhook.id}`, { url: `${receiver.url}/new` });
  assert.equal(await tell(), 1);
  assert.equal(receiver.received.at(-1)!.path, '/new');
});

test('an event is sent again on request, with its original id, to the webhooks that now want it', async () => {
  const email_id = await happen();
  const { id } = (await service.api('GET', `/v1/events?email_id=${email_id}`)).body.results[0];
  const { key } = await service.db
    .selectFrom('events')
    .select('key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { key: newsletter_key } = service.newsletter;
  const replay = async (of = newsletter_key, event_key = key, webhook_id: string | null = null) =>
    (await service.db.transaction().execute(trx => replayEvents(trx, of, [event_key], webhook_id))).size;
  assert.equal(await replay(), 0);
  const { id: wanting } = await createWebhook();
  const { id: other } = await createWebhook({ event_types: ['email.created'] });
  await createWebhook({ status: 'disabled' });
  assert.deepEqual([await replay(newsletter_key + 1), await replay(newsletter_key, 0)], [0, 0]);
  assert.deepEqual([await replay(newsletter_key, key, other), (await waiting()).length], [0, 0]);
  assert.equal(await replay(newsletter_key, key, wanting), 1);
  await tell();
  receiver.received.length = 0;
  for (const times of [1, 2]) {
    assert.equal(await replay(), 1);
    assert.equal(await tell(), 1);
    assert.equal(receiver.received.length, times);
    assert.equal(receiver.received.at(-1)!.headers['webhook-id'], id);
  }
  receiver.answer = response => void response.writeHead(500).end();
  await replay();
  await tell();
  await service.db.updateTable('webhooks').set({ busy_until: null }).execute();
  assert.equal(await replay(), 1, 'a pending event starts over');
  assert.deepEqual(
    (await waiting()).map(({ attempts }) => attempts),
    [0],
  );
  assert.equal(await tell(), 1);
});

test('a body over 20 kB is cut down to its ids and says so', async () => {
  await createWebhook();
  const email_id = await happen('email.updated', { fields: 'é'.repeat(10_000) });
  await tell();
  const { body } = receiver.received[0]!;
  assert.ok(Buffer.byteLength(body) < 20_000);
  assert.deepEqual(JSON.parse(body).data, {
    truncated: true,
    newsletter: service.newsletter.id,
    email: email_id,
  });
});

test('an http endpoint whose name leaves the private network no longer gets requests', async () => {
  let address = '127.0.0.1';
  const moving = openWebhookClient({
    allowed_private_networks: ['127.0.0.0/8'],
    contact_url: 'http://news.example',
    connections_per_host: 1,
    lookup: async () => [{ address, family: 4 }],
  });
  const url = receiver.url.replace('127.0.0.1', 'moving.example');
  assert.equal(await moving.refusalOf(url), null);
  assert.equal((await moving.post(url, '{}', {})).succeeded, true);
  for (address of ['93.184.215.14', '10.0.0.1', '169.254.169.254']) {
    const { succeeded, reason } = await moving.post(url, '{}', {});
    assert.equal(succeeded, false);
    assert.match(reason, address.startsWith('93') ? /https/ : /not on the public internet/);
  }
  assert.equal(receiver.received.length, 1);
  await moving.close();
});

test('an endpoint that hangs fails at the timeout; one that hangs after the headers counts by its status', async () => {
  const within = (total_ms: number) =>
    openWebhookClient({
      allowed_private_networks: ['127.0.0.0/8'],
      contact_url: 'http://news.example',
      connections_per_host: 1,
      total_ms,
    });
  const [hasty, patient] = [within(300), within(3000)];
  receiver.answer = () => {};
  const hung = await hasty.post(receiver.url, '{}', {});
  assert.deepEqual([hung.succeeded, hung.status_code], [false, null]);
  assert.match(hung.reason, /in time/);
  receiver.answer = response => void response.writeHead(201).write('begun');
  const begun = await patient.post(receiver.url, '{}', {});
  assert.deepEqual([begun.succeeded, begun.status_code, begun.response_body], [true, 201, 'begun']);
  await hasty.close();
  await patient.close();
});

test('for a day after a new signing key, requests are signed with both', async () => {
  const webhook = await createWebhook({ signing_key: 'the former key' });
  const { body } = await service.api('PATCH', `/v1/webhooks/${webhook.id}`, { signing_key: 'the new key' });
  const until = Date.parse(body.former_key_until);
  assert.ok(Math.abs(until - Date.now() - 24 * hour) < hour, body.former_key_until);
  const told = async () => {
    await happen();
    await tell();
    const { headers, body } = receiver.received.at(-1)!;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signatureOf = (key: string) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    return {
      given: headers['webhook-signature'],
      former: signatureOf('the former key'),
      current: signatureOf('the new key'),
    };
  };
  now = new Date(until - 1000);
  const first = await told();
  assert.equal(first.given, `${first.current} ${first.former}`);
  now = new Date(until);
  const second = await told();
  assert.equal(second.given, second.current);
});

test('attempts are deleted after 30 days', async () => {
  const webhook = await createWebhook();
  await happen();
  await tell();
  const made = now;
  later(30 * 24 * hour);
  await pruneAttempts(service.db, new Date(now.getTime() - 30 * 24 * hour), 1000);
  assert.equal((await attemptsOf(webhook)).length, 1);
  later(1);
  await pruneAttempts(service.db, new Date(now.getTime() - 30 * 24 * hour), 1000);
  assert.equal((await attemptsOf(webhook)).length, 0, made.toISOString());
});

test('an attempt sent again has the same body and a new signature; a success ends the schedule, and a failure changes nothing', async () => {
  const webhook = await createWebhook();
  const email_id = await happen();
  receiver.answer = response => void response.writeHead(500).end();
  await tell();
  const [failed] = await attemptsOf(webhook);
  const again = (id = failed.id) =>
    service.api('POST', `/v1/webhooks/${webhook.id}/attempts/${id}/resend`).then(({ body }) => body);
  later(1000);
  const refused = await again();
  assert.deepEqual([refused.kind, refused.attempt, refused.outcome], ['resend', null, 'failed']);
  assert.deepEqual([(await waiting()).length, (await read(webhook)).last_success_date], [1, null]);

  receiver.answer = response => void response.writeHead(204).end();
  later(1000);
  const accepted = await again();
  assert.equal(accepted.outcome, 'succeeded');
  const [first, , last] = receiver.received;
  assert.deepEqual([last!.body, last!.headers['webhook-id']], [first!.body, first!.headers['webhook-id']]);
  assert.notEqual(last!.headers['webhook-signature'], first!.headers['webhook-signature']);
  const after = await read(webhook);
  assert.deepEqual([await waiting(), after.failing_since], [[], null]);
  assert.equal(after.last_success_date, accepted.creation_date);

  const { id } = (await service.api('GET', `/v1/events?email_id=${email_id}`)).body.results[0];
  const ofEvent = (await service.api('GET', `/v1/events/${id}/attempts`)).body;
  assert.deepEqual(ofEvent.results, await attemptsOf(webhook));
  assert.deepEqual(
    ofEvent.results.map((one: { webhook_id: string; kind: string }) => [one.webhook_id, one.kind]),
    [
      [webhook.id, 'resend'],
      [webhook.id, 'resend'],
      [webhook.id, 'event'],
    ],
  );
  const foreign = await service.foreignKey();
  assert.equal((await service.api('GET', `/v1/events/${id}/attempts`, undefined, foreign)).status, 404);
  const succeeded = `/v1/webhooks/${webhook.id}/attempts?outcome=succeeded`;
  assert.equal((await service.api('GET', succeeded)).body.count, 1);
});

test('an attempt whose request was not kept is refused, with what to do', async () => {
  const webhook = await createWebhook();
  await happen();
  await tell();
  await service.db.updateTable('webhook_attempts').set({ request_body: '' }).execute();
  const [old] = await attemptsOf(webhook);
  const { status, body } = await service.api('POST', `/v1/webhooks/${webhook.id}/attempts/${old.id}/resend`);
  assert.equal(status, 400);
  assert.match(body.detail, /replay_events/);
});
