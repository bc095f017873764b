import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import { unsubscribeByLink } from '../../audience/readers/unsubscribe.ts';
import { readReport } from '../../engines/bounces/read-report.ts';
import { returnPath, unsubscribeMailbox } from '../../links/return-path.ts';
import { unsubscribeAddress } from '../../links/unsubscribe.ts';
import type { DeliveryStatus } from '../../platform/database/schema.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { holdTransaction, untilBlocked } from '../../testing/barriers.ts';
import { readContents } from '../../testing/contents.ts';
import {
  bounceMessage,
  complaintMessage,
  mailAgain,
  mailTo,
  messageIdOf,
  type TestReader,
} from '../../testing/deliveries.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { findDiscrepancies } from '../ledger/counts.ts';
import { settleUncertain } from '../ledger/late-evidence.ts';
import { writeOutcomes } from '../ledger/take.ts';
import { type MessageContext, takeMessage } from './take-message.ts';
import { takeReport } from './take-report.ts';

let service: TestService;
let secret: Secret;
let now = new Date();
before(async () => {
  service = await startTestService();
  secret = service.secret;
});
after(() => service.stop());
// Whatever a test has done, the stored counts match the rows.
afterEach(async () => assert.deepEqual(await findDiscrepancies(service.db), []));

const context = (): MessageContext => ({
  db: service.db,
  clock: () => now,
  log: createLog('silent'),
  secret,
  rule: { soft_bounces: 3, soft_bounce_days: 15, full_mailbox_days: 60 },
});
const pathOf = (reader: TestReader) => returnPath(secret, 'bounces.example.org', { ...reader, date: now });
const take = (recipient: string | null, message: string) =>
  takeMessage(context(), { source: 'smtp', recipient, sender: '' }, Buffer.from(message, 'latin1'));
const bounced = (reader: TestReader, options = {}) =>
  take(pathOf(reader), bounceMessage(reader.subscriber.email_address, options));
const soft = { status: '4.3.1', words: '452 4.3.1 server out of memory' };
const full = { status: '4.2.2', words: '452 4.2.2 mailbox full' };
const greylisted = { status: '4.7.1', words: '451 4.7.1 greylisted, try again in 300 seconds' };

const subscriberOf = async ({ subscriber }: TestReader) =>
  (await service.api('GET', `/v1/subscribers/${subscriber.id}`)).body;
const typeOf = async (reader: TestReader) => (await subscriberOf(reader)).type;
const analyticsOf = async ({ email }: TestReader) =>
  (await service.api('GET', `/v1/emails/${email.id}/analytics`)).body;
const rowOf = ({ email_key, subscriber_key }: TestReader) =>
  service.db
    .selectFrom('deliveries')
    .selectAll()
    .where('email_key', '=', email_key)
    .where('subscriber_key', '=', subscriber_key)
    .executeTakeFirstOrThrow();
const feedbackOf = async ({ subscriber }: TestReader) =>
  (await service.api('GET', `/v1/feedback?subscriber_id=${subscriber.id}`)).body.results;
const eventsOf = async ({ subscriber }: TestReader) =>
  (
    await service.db
      .selectFrom('events')
      .select('event_type')
      .where('subscriber_id', '=', subscriber.id)
      .orderBy('key')
      .execute()
  ).map(({ event_type }) => event_type);

async function setStatus({ email_key, subscriber_key }: TestReader, status: DeliveryStatus): Promise<void> {
  const counts = { planned: 0, accepted: 0, temporary: 0, permanent: 0, uncertain: 0, skipped: 0 };
  await service.db
    .updateTable('deliveries')
    .set({ status })
    .where('email_key', '=', email_key)
    .where('subscriber_key', '=', subscriber_key)
    .execute();
  await service.db
    .updateTable('delivery_chunks')
    .set({ ...counts, [status]: 1 })
    .where('email_key', '=', email_key)
    .execute();
}

const sum = ({
  deliveries,
  temporary_failures,
  permanent_failures,
}: Record<'deliveries' | 'temporary_failures' | 'permanent_failures', number>) => [
  deliveries,
  temporary_failures,
  permanent_failures,
];

test('a hard bounce moves the count, makes the subscriber undeliverable, and keeps and shows its reason', async () => {
  const [reader, other] = (await mailTo(service, 2)) as [TestReader, TestReader];
  assert.equal(await bounced(reader), 'taken');
  const analytics = await analyticsOf(reader);
  assert.deepEqual([analytics.recipients, ...sum(analytics)], [2, 1, 0, 1]);
  const subscriber = await subscriberOf(reader);
  assert.deepEqual(
    [subscriber.type, subscriber.unsubscription_reason],
    ['undeliverable', '550 5.1.1 user unknown'],
  );
  assert.equal(subscriber.unsubscription_date, null);
  const { status, bounce_kind, reply } = await rowOf(reader);
  assert.deepEqual([status, bounce_kind, reply], ['bounced', 'hard', '550 5.1.1 user unknown']);
  const [{ id, creation_date, pattern, ...feedback }] = await feedbackOf(reader);
  assert.deepEqual(feedback, {
    kind: 'hard',
    status: '5.1.1',
    reason: '550 5.1.1 user unknown',
    recipient: reader.subscriber.email_address,
    source: 'smtp',
    identified_by: 'return_path',
    email_id: reader.email.id,
    subscriber_id: reader.subscriber.id,
    subscriber_type: 'undeliverable',
    email_address: reader.subscriber.email_address,
    effect: 'undeliverable',
  });
  assert.deepEqual((await eventsOf(reader)).slice(-3), [
    'subscriber.bounced',
    'subscriber.updated',
    'subscriber.type.changed',
  ]);
  assert.equal(await typeOf(other), 'regular');
});

test('the same report counts once, even from another host or in another way', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const message = bounceMessage(reader.subscriber.email_address, { id: newId() });
  await take(pathOf(reader), message);
  const before = await readContents(service.db);
  assert.equal(await take(pathOf(reader), message), 'taken');
  assert.equal(await take(pathOf(reader).toUpperCase(), `Received: from x\r\n${message}`), 'taken');
  assert.deepEqual(await readContents(service.db), before);
  await bounced(reader);
  assert.equal((await feedbackOf(reader)).length, 2, 'another report is kept');
  assert.deepEqual(sum(await analyticsOf(reader)), [0, 0, 1], 'and has nothing new');
  assert.equal((await eventsOf(reader)).filter(type => type === 'subscriber.bounced').length, 1);
});

test('forty concurrent reports of one bounce, from two sources, count once', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const message = bounceMessage(reader.subscriber.email_address);
  await Promise.all([
    ...Array.from({ length: 20 }, () => take(pathOf(reader), message)),
    ...Array.from({ length: 20 }, () => bounced(reader)),
  ]);
  assert.deepEqual(sum(await analyticsOf(reader)), [0, 0, 1]);
  assert.equal((await eventsOf(reader)).filter(type => type === 'subscriber.bounced').length, 1);
  const results = await feedbackOf(reader);
  assert.equal(results.length, 5, 'five of a kind are kept of one delivery');
});

test('a soft bounce and a policy refusal count as temporary and do not change the subscriber', async () => {
  for (const [kind, options] of [
    ['soft', soft],
    ['policy', { status: '5.7.1', words: '550 5.7.1 blocked using zen.spamhaus.org' }],
  ] as const) {
    const [reader] = (await mailTo(service)) as [TestReader];
    await bounced(reader, options);
    assert.equal((await rowOf(reader)).bounce_kind, kind);
    assert.deepEqual(sum(await analyticsOf(reader)), [0, 1, 0]);
    assert.equal(await typeOf(reader), 'regular');
  }
});

test('a soft bounce followed by a hard one counts as hard and never becomes soft again', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  await bounced(reader, soft);
  await bounced(reader);
  assert.deepEqual(sum(await analyticsOf(reader)), [0, 0, 1]);
  await bounced(reader, soft);
  assert.deepEqual(sum(await analyticsOf(reader)), [0, 0, 1]);
  assert.equal(await typeOf(reader), 'undeliverable');
});

test('a bounce settles any open outcome once, and changes no settled one', async () => {
  for (const [status, expected] of [
    ['planned', 'bounced'],
    ['temporary', 'bounced'],
    ['uncertain', 'bounced'],
    ['permanent', 'permanent'],
    ['skipped', 'skipped'],
  ] as const) {
    const [reader] = (await mailTo(service)) as [TestReader];
    await setStatus(reader, status);
    await bounced(reader);
    assert.equal((await rowOf(reader)).status, expected);
    assert.equal(await typeOf(reader), expected === 'bounced' ? 'undeliverable' : 'regular');
  }
});

test('a bounce that arrives before its hand-over’s outcome is not undone by it', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  await setStatus(reader, 'planned');
  await bounced(reader);
  const { email_key, subscriber_key } = reader;
  const place = { email_key, first_key: subscriber_key, last_key: subscriber_key };
  const chunk = {
    ...place,
    lease: newId(),
    lease_seconds: 30,
    passes: 0,
    planned: 1,
    added_date: null,
    retry_hours: 72,
  };
  await writeOutcomes(service.db, chunk, [{ subscriber_key, status: 'accepted', reply: '250 ok' }]);
  assert.deepEqual(sum(await analyticsOf(reader)), [0, 0, 1]);
});

test('a complaint ends the subscription immediately, stays a delivery, and counts once', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const original = `Message-ID: ${messageIdOf(secret, reader)}\nTo: x@y.example\n\nHello`;
  for (let times = 0; times < 3; times += 1)
    assert.equal(await take('fbl@bounces.example.org', complaintMessage(original)), 'taken');
  const analytics = await analyticsOf(reader);
  assert.deepEqual([...sum(analytics), analytics.complaints], [1, 0, 0, 1]);
  assert.deepEqual((await rowOf(reader)).status, 'complained');
  const { type, unsubscription_reason } = await subscriberOf(reader);
  assert.deepEqual([type, unsubscription_reason], ['complained', 'abuse']);
  const events = await eventsOf(reader);
  assert.equal(events.filter(event => event === 'subscriber.complained').length, 1);
  assert.ok(events.includes('subscriber.type.changed'));
  await bounced(reader);
  assert.equal((await rowOf(reader)).status, 'complained', 'it had arrived');
  assert.equal(await typeOf(reader), 'complained');
});

test('a complaint after unsubscribing counts, and a bounce after it changes nothing', async () => {
  const [first, second] = (await mailTo(service, 2)) as [TestReader, TestReader];
  for (const { email, subscriber } of [first, second])
    await unsubscribeByLink(service.db, { email_id: email.id, subscriber_id: subscriber.id });
  await take(pathOf(first), complaintMessage('To: x@y.example\n\n'));
  assert.equal(await typeOf(first), 'complained');
  await bounced(second);
  assert.equal(await typeOf(second), 'unsubscribed');
});

test('delays, receipts, automatic replies, not-spam reports and empty mail change nothing', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const analytics = await analyticsOf(reader);
  for (const message of [
    bounceMessage(reader.subscriber.email_address, { action: 'delayed', status: '4.4.1', words: '' }),
    bounceMessage(reader.subscriber.email_address, { action: 'delivered', status: '2.0.0', words: '250 ok' }),
    'From: ann@example.org\r\nSubject: Out of office\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.',
    complaintMessage('To: x@y.example\n\n', 'not-spam'),
    'From: ann@example.org\r\nSubject: Hello\r\n\r\nNice letter!',
    '',
    '\0\xff\xfe',
  ])
    assert.equal(await take(pathOf(reader), message), 'taken');
  assert.deepEqual(await analyticsOf(reader), analytics);
  assert.equal(await typeOf(reader), 'regular');
  const kinds = (await feedbackOf(reader)).map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(
    kinds,
    ['none', 'none', 'none', 'not_spam', 'auto_reply', 'delayed'],
    'receipts are not kept',
  );
});

test('late evidence settles uncertain deliveries and nothing else', async () => {
  const away = 'From: ann@example.org\r\nSubject: Out of office\r\nAuto-Submitted: auto-replied\r\n\r\nAway.';
  const evidence: [string, (reader: TestReader) => Promise<unknown>][] = [
    ['accepted', reader => take(pathOf(reader), away)],
    ['accepted', reader => bounced(reader, { action: 'delivered', status: '2.0.0', words: '250 ok' })],
    ['accepted', reader => settleUncertain(service.db, reader.email_key, reader.subscriber_key)],
    [
      'accepted',
      ({ email, subscriber }) =>
        unsubscribeByLink(service.db, { email_id: email.id, subscriber_id: subscriber.id }),
    ],
    ['complained', reader => take(pathOf(reader), complaintMessage('To: x@y.example\n\n'))],
    ['bounced', reader => bounced(reader)],
    ['uncertain', reader => take(pathOf(reader), 'Subject: Hello\r\n\r\nHello')],
  ];
  for (const [expected, prove] of evidence) {
    const [reader] = (await mailTo(service)) as [TestReader];
    await setStatus(reader, 'uncertain');
    await prove(reader);
    assert.equal((await rowOf(reader)).status, expected);
    assert.deepEqual(await findDiscrepancies(service.db), []);
  }
  for (const status of ['planned', 'temporary', 'permanent', 'skipped'] as const) {
    const [reader] = (await mailTo(service)) as [TestReader];
    await setStatus(reader, status);
    await settleUncertain(service.db, reader.email_key, reader.subscriber_key);
    assert.equal((await rowOf(reader)).status, status);
  }
});

test('the return path takes precedence over the body', async () => {
  const [meant, named] = (await mailTo(service, 2)) as [TestReader, TestReader];
  const about = `Message-ID: ${messageIdOf(secret, named)}\nTo: x@y.example\n\n`;
  await take(pathOf(meant), bounceMessage('someone@else.example', { about }));
  assert.deepEqual([await typeOf(meant), await typeOf(named)], ['undeliverable', 'regular']);
});

test('without a return path the returned copy decides, and never the address alone', async () => {
  const clues: [string, (reader: TestReader) => string][] = [
    ['return_path', reader => `Return-Path: <${pathOf(reader)}>\nTo: x@y.example`],
    [
      'unsubscribe_link',
      ({ email, subscriber }) =>
        `List-Unsubscribe: <${unsubscribeAddress('https://x.example', secret, { email_id: email.id, subscriber_id: subscriber.id })}>, <mailto:x@y.example>\nTo: x@y.example`,
    ],
    ['message_id', reader => `Message-ID: ${messageIdOf(secret, reader)}\nTo: x@y.example`],
  ];
  for (const [clue, about] of clues) {
    const [reader] = (await mailTo(service)) as [TestReader];
    assert.equal(
      await take('bounces@x', bounceMessage('a@b.example', { about: `${about(reader)}\n\n` })),
      'taken',
    );
    assert.equal((await feedbackOf(reader))[0].identified_by, clue);
    assert.equal(await typeOf(reader), 'undeliverable');
  }
  const [reader] = (await mailTo(service)) as [TestReader];
  const foreign = `Message-ID: <${newId()}.${reader.subscriber.id}@example.org>\nTo: ${reader.subscriber.email_address}\n\n`;
  const address = reader.subscriber.email_address;
  assert.equal(await take('bounces@x', bounceMessage(address, { about: foreign })), 'unassigned');
  assert.equal(await take(null, bounceMessage(address)), 'unassigned');
  assert.equal(await typeOf(reader), 'regular');
});

test('forged, altered, foreign and old return paths are counted and have no effect, whatever the body says', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const about = `Message-ID: ${messageIdOf(secret, reader)}\nTo: x@y.example\n\n`;
  const message = bounceMessage(reader.subscriber.email_address, { about });
  const refusals = async () => (await service.api('GET', '/v1/feedback/refusals')).body.results;
  const own = pathOf(reader);
  for (const forged of [
    returnPath([Buffer.alloc(32, 1)], 'bounces.example.org', { ...reader, date: now }),
    own.replace(/-(.)/, (_, letter) => (letter === 'a' ? '-b' : '-a')),
    own.replace(/@/, 'a@'),
    'b+@bounces.example.org',
  ])
    assert.equal(await take(forged, message), 'refused', forged);
  const old = returnPath(secret, 'bounces.example.org', {
    ...reader,
    date: new Date(now.getTime() - 91 * 86_400_000),
  });
  assert.equal(await take(old, message), 'refused');
  const counted = (await refusals()).map(({ reason, total }: { reason: string; total: number }) => [
    reason,
    total,
  ]);
  assert.deepEqual(counted, [
    ['expired_return_path', 1],
    ['forged_return_path', 4],
  ]);
  assert.deepEqual([await typeOf(reader), await feedbackOf(reader)], ['regular', []]);
  assert.deepEqual(sum(await analyticsOf(reader)), [1, 0, 0]);
});

test('a genuine return path without a delivery is kept as unassigned', async () => {
  const path = returnPath(secret, 'bounces.example.org', {
    email_key: 2 ** 40,
    subscriber_key: 1,
    date: now,
  });
  assert.equal(await take(path, bounceMessage('a@b.example')), 'unassigned');
  const [newest] = (await service.api('GET', '/v1/feedback?kind=hard')).body.results;
  assert.deepEqual([newest.email_id, newest.identified_by], [null, null]);
});

test('a bounce of a deleted person moves the count and keeps nothing about them', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  await bounced(reader, soft);
  assert.equal((await service.api('DELETE', `/v1/subscribers/${reader.subscriber.id}`)).status, 204);
  await bounced(reader, { words: `550 5.1.1 <${reader.subscriber.email_address}>: user unknown` });
  assert.deepEqual(sum(await analyticsOf(reader)), [0, 0, 1]);
  const kept = await service.db
    .selectFrom('feedback')
    .selectAll()
    .where('email_key', '=', reader.email_key)
    .execute();
  assert.equal(kept.length, 1, 'existing reports were deleted with the person');
  assert.deepEqual([kept[0]!.reason, kept[0]!.recipient, kept[0]!.subscriber_key], [null, null, null]);
});

test('a crash between the report and its effect leaves neither, and the next attempt counts once', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const before = await readContents(service.db);
  const message = bounceMessage(reader.subscriber.email_address);
  await using held = await holdTransaction(service.db, trx =>
    trx.selectFrom('subscribers').selectAll().where('id', '=', reader.subscriber.id).forUpdate().execute(),
  );
  const taking = assert.rejects(take(pathOf(reader), message));
  await untilBlocked(service.db);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(service.db);
  await taking;
  await held.release();
  assert.deepEqual(await readContents(service.db), before);
  assert.equal(await take(pathOf(reader), message), 'taken');
  assert.deepEqual([await typeOf(reader), sum(await analyticsOf(reader))], ['undeliverable', [0, 0, 1]]);
});

test('a report on several recipients is read for the one whose mail it was', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const groups = `Final-Recipient: rfc822; other@example.net\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\nFinal-Recipient`;
  const message = bounceMessage(reader.subscriber.email_address, soft).replace('Final-Recipient', groups);
  await take(pathOf(reader), message);
  assert.equal((await rowOf(reader)).bounce_kind, 'soft');
});

/**
 * The mails to somebody, by day: `b` bounces a day later, `f` because the mailbox is full, `g` because of greylisting; `a` arrives, `o` is
 * opened.
 */
type Sends = [day: number, fate: 'b' | 'f' | 'g' | 'a' | 'o'][];
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n, 9));

async function play(sends: Sends): Promise<TestReader> {
  const [first] = (await mailTo(service, 1, day(-170))) as [TestReader];
  let reader = first;
  const bouncing = { b: soft, f: full, g: greylisted };
  for (const [sent, fate] of sends) {
    [reader] = (await mailAgain(service, [first], day(sent))) as [TestReader];
    now = day(sent + 1);
    if (fate in bouncing) await bounced(reader, bouncing[fate as keyof typeof bouncing]);
    if (fate === 'o')
      await service.db
        .updateTable('subscribers')
        .set({ last_open_date: now.toISOString() })
        .where('id', '=', first.subscriber.id)
        .execute();
  }
  return first;
}

test('three soft bounces over fifteen days make undeliverable; fewer, faster or with a delivery in between do not', async () => {
  const typeAfter = async (sends: Sends) => typeOf(await play(sends));
  assert.equal(
    await typeAfter([
      [0, 'b'],
      [8, 'b'],
      [15, 'b'],
    ]),
    'undeliverable',
  );
  assert.equal(
    await typeAfter([
      [0, 'b'],
      [8, 'b'],
    ]),
    'regular',
    'two are not enough',
  );
  assert.equal(
    await typeAfter([
      [0, 'b'],
      [30, 'b'],
    ]),
    'regular',
    'two are not enough, however long',
  );
  assert.equal(
    await typeAfter([
      [0, 'b'],
      [7, 'b'],
      [14, 'b'],
    ]),
    'regular',
    'a day too soon',
  );
  assert.equal(
    await typeAfter([
      [0, 'b'],
      [1, 'b'],
      [2, 'b'],
      [3, 'b'],
      [4, 'b'],
      [15, 'b'],
    ]),
    'undeliverable',
  );
  assert.equal(
    await typeAfter([
      [0, 'b'],
      [4, 'a'],
      [8, 'b'],
      [16, 'b'],
    ]),
    'regular',
    'one arrived in between',
  );
  assert.equal(
    await typeAfter([
      [0, 'b'],
      [8, 'b'],
      [9, 'o'],
      [16, 'b'],
    ]),
    'regular',
    'one was opened in between',
  );
  assert.equal(
    await typeAfter([
      [0, 'b'],
      [8, 'b'],
      [14, 'a'],
      [16, 'b'],
    ]),
    'undeliverable',
    'after three days it is unknown whether one arrived',
  );
  now = new Date();
});

test('a full mailbox is waited for longer, greylisting never counts, and the reason says how often mail came back', async () => {
  const after = async (sends: Sends) => {
    const { type, unsubscription_reason } = await subscriberOf(await play(sends));
    return [type, unsubscription_reason];
  };
  assert.deepEqual(
    await after([
      [0, 'f'],
      [20, 'f'],
      [59, 'f'],
    ]),
    ['regular', ''],
  );
  assert.deepEqual(
    await after([
      [0, 'f'],
      [20, 'f'],
      [60, 'f'],
    ]),
    ['undeliverable', '3 mails in a row came back, the last 60 days after the first: the mailbox is full'],
  );
  assert.deepEqual(
    await after([
      [0, 'g'],
      [20, 'g'],
      [60, 'g'],
      [61, 'b'],
    ]),
    ['regular', ''],
    'three that were greylisted and one other',
  );
  assert.deepEqual(
    await after([
      [0, 'f'],
      [5, 'b'],
      [8, 'b'],
      [20, 'b'],
    ]),
    [
      'undeliverable',
      '4 mails in a row came back, the last 20 days after the first: a problem of the receiving mail server',
    ],
    'three of another kind are enough, whatever else is between them',
  );
  now = new Date();
});

test('repeated soft bounces of one send count as one', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const rule = { soft_bounces: 2, soft_bounce_days: 0, full_mailbox_days: 60 };
  for (let times = 0; times < 5; times += 1) {
    const report = readReport(Buffer.from(bounceMessage(reader.subscriber.email_address, soft)));
    const origin = {
      source: 'smtp',
      about: { delivery: reader, clue: 'return_path' },
      report_hash: createHash('sha256').update(newId()).digest(),
    } as const;
    await takeReport({ ...context(), rule }, origin, report);
  }
  assert.equal(await typeOf(reader), 'regular');
});

test('refusals of the sender never affect the subscriber, however many there are', async () => {
  const [first] = (await mailTo(service)) as [TestReader];
  for (const days of [60, 40, 20, 1]) {
    const sent = new Date(Date.now() - days * 86_400_000);
    const [reader] = (await mailAgain(service, [first], sent)) as [TestReader];
    await bounced(reader, { status: '5.7.1', words: '550 5.7.1 message rejected due to spam content' });
    assert.equal((await rowOf(reader)).bounce_kind, 'policy');
  }
  assert.equal(await typeOf(first), 'regular');
});

test('mail to an unsubscribe address unsubscribes its owner once, whoever sent it', async () => {
  const [reader, other] = (await mailTo(service, 2)) as [TestReader, TestReader];
  const mailbox = unsubscribeMailbox(secret, 'bounces.example.org', { ...reader, date: new Date(0) });
  const message = Buffer.from(`From: ${other.subscriber.email_address}\r\nSubject: unsubscribe\r\n\r\n`);
  const send = (recipient: string, sender: string) =>
    takeMessage(context(), { source: 'smtp', recipient, sender }, message);
  assert.equal(await send(mailbox, ''), 'unassigned', 'no person sends from <>');
  assert.equal(await typeOf(reader), 'regular');
  assert.equal(await send(mailbox.toUpperCase(), other.subscriber.email_address), 'taken');
  assert.equal(await send(mailbox, other.subscriber.email_address), 'taken');
  assert.deepEqual([await typeOf(reader), await typeOf(other)], ['unsubscribed', 'regular']);
  assert.equal((await analyticsOf(reader)).unsubscriptions, 1);
  const events = (await eventsOf(reader)).filter(event => event === 'subscriber.unsubscribed');
  assert.equal(events.length, 1);
  const forged = unsubscribeMailbox([Buffer.alloc(32)], 'bounces.example.org', { ...other, date: now });
  assert.equal(await send(forged, 'a@b.example'), 'refused');
  assert.equal(await typeOf(other), 'regular');
});
