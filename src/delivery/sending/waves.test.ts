import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { sendEmail, untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { findDiscrepancies } from '../ledger/counts.ts';
import { continueAfterSetBack } from '../ledger/set-back.ts';
import { writeHits } from '../tracking/write-hits.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const homes: Record<string, number[]> = {
  'Asia/Tokyo': [1, 4, 7, 10],
  'America/New_York': [2, 5, 8, 11],
  'Mars/Olympus': [3],
};
const everybody = Array.from({ length: 12 }, (_, at) => at + 1);

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  const { api, db, newsletter } = service;
  await api('PATCH', `/v1/newsletters/${newsletter.id}`, {
    timezone: 'Europe/Berlin',
    track_opens: true,
    track_clicks: true,
  });
  await addSubscribers(db, newsletter, everybody.length);
  for (const [timezone, numbers] of Object.entries(homes))
    await sql`update subscribers set metadata = ${JSON.stringify({ timezone })}
      where email_address = any(${numbers.map(address)})`.execute(db);
});
after(async () => {
  try {
    assert.deepEqual(await findDiscrepancies(service.db), []);
  } finally {
    await service.stop();
  }
});

const address = (number: number) => `r${number}@example.org`;
/** Returns a time of day that comes in none of these time zones within the next hours. */
const later = () => `${String((new Date().getUTCHours() + 7) % 24).padStart(2, '0')}:00`;
const reader_time = () => ({ at: later() });
const readersOf = (subject: string) =>
  service.sink.accepted
    .filter(({ source }) => source.includes(`Subject: ${subject}\r\n`))
    .map(({ to }) => Number(/\d+/.exec(to)![0]))
    .toSorted((a, b) => a - b);
const progress = async (id: string) => (await service.api('GET', `/v1/emails/${id}/progress`)).body;
const waves = async (id: string) => (await service.api('GET', `/v1/emails/${id}/waves`)).body;
const frozen = (id: string) => until('frozen', async () => (await progress(id)).planned > 0);

/** Moves the wave with this zone to the present. */
async function comes(id: string, zone: string): Promise<void> {
  await sql`
    update delivery_chunks chunk set next_attempt_date = now()
    from emails, audience_parts place
    where emails.id = ${id} and chunk.email_key = emails.key and place.email_key = emails.key
      and place.part = chunk.part and ${zone} = any(zones)`.execute(service.db);
}

test('each time zone gets the email at its time, and nobody gets it earlier, twice or never', async () => {
  const { api, db } = service;
  const id = await sendEmail(service, 'Waves', {
    body: 'Waves ends [here](https://tides.example/)',
    reader_time: reader_time(),
  });
  await frozen(id);
  const { waits, expected_completion_date } = await progress(id);
  assert.equal(waits[0].reason, 'wave');
  assert.equal(waits[0].count, 12);
  assert.ok(waits[0].until <= expected_completion_date);
  const told = await waves(id);
  assert.deepEqual(
    [told.frozen, told.waves.map((wave: { people: number }) => wave.people)],
    [true, [4, 4, 4]],
  );

  await sql`update subscribers set metadata = '{"timezone": "Asia/Tokyo"}' where email_address = ${address(6)}`.execute(
    db,
  );
  await api('PATCH', `/v1/subscribers/${address(7)}`, { type: 'unsubscribed' });
  await comes(id, 'Asia/Tokyo');
  await until('Tokyo has it', async () => readersOf('Waves').length === 3);
  assert.deepEqual(readersOf('Waves'), [1, 4, 10]);
  assert.equal((await api('GET', `/v1/emails/${id}`)).body.status, 'in_flight');

  const late = (await api('POST', '/v1/subscribers', { email_address: address(13), type: 'regular' })).body;
  await api('POST', `/v1/subscribers/${late.id}/emails/${id}`);
  await until('who was added has it at once', async () => readersOf('Waves').includes(13));

  await comes(id, 'Europe/Berlin');
  await comes(id, 'America/New_York');
  await untilStatus(service, id, 'sent');
  assert.deepEqual(readersOf('Waves'), [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13]);
  const served = await waves(id);
  assert.ok(served.waves.every((wave: { people: number; served: number }) => wave.people === wave.served));
  const { count, results } = (await api('GET', `/v1/emails/${id}/deliveries?page_size=5&page=2`)).body;
  assert.deepEqual([count, results.length], [13, 5]);
  await react(2, id);
  assert.equal((await api('GET', `/v1/emails/${id}/analytics`)).body.clicks, 1);
  await service.db.deleteFrom('subscribers').where('email_address', '=', address(13)).execute();
});

async function react(number: number, email_id: string): Promise<void> {
  const { email_key, subscriber_key } = await service.db
    .selectFrom('deliveries')
    .innerJoin('emails', 'emails.key', 'email_key')
    .innerJoin('subscribers', 'subscribers.key', 'subscriber_key')
    .where('emails.id', '=', email_id)
    .where('email_address', '=', address(number))
    .select(['email_key', 'subscriber_key'])
    .executeTakeFirstOrThrow();
  await sql`update deliveries set status_date = now() - interval '1 day' where email_key = ${email_key}`.execute(
    service.db,
  );
  const date = new Date().toISOString();
  const hit = { id: newId(), email_key, subscriber_key, kind: 'click' as const, link_number: 1, date };
  await writeHits(service.db, [
    { ...hit, method: 'GET', agent: firefox, network: '192.0.2.1', accept: '', purpose: '' },
  ]);
}

test('a refusal in one wave is retried and resent without touching the others', async () => {
  const { api, sink } = service;
  sink.treat = to => (to.startsWith('r4@') ? { rcpt: '451 4.7.1 later' } : {});
  const id = await sendEmail(service, 'Refused', { reader_time: reader_time() });
  await frozen(id);
  await comes(id, 'Asia/Tokyo');
  await until('one is refused', async () => (await progress(id)).temporary === 1);
  sink.treat = () => ({});
  await api('POST', `/v1/emails/${id}/deliveries/resend`, { status: 'temporary' });
  await until('it has come', async () => readersOf('Refused').includes(4));
  // The sixth reader has moved to Tokyo.
  assert.deepEqual(readersOf('Refused'), [1, 4, 6, 10]);
  await comes(id, 'Europe/Berlin');
  await comes(id, 'America/New_York');
  await untilStatus(service, id, 'sent');
});

test('waves wait while the email is paused, and when the clock of the database is set back', async () => {
  const { api, db } = service;
  const id = await sendEmail(service, 'Paused', { reader_time: reader_time() });
  await frozen(id);
  assert.equal(await continueAfterSetBack(db), 0);
  await api('POST', `/v1/emails/${id}/pause`);
  await comes(id, 'Asia/Tokyo');
  await sendEmail(service, 'Another');
  await until('another email goes out', async () => readersOf('Another').length > 0);
  assert.deepEqual(readersOf('Paused'), []);
  await api('POST', `/v1/emails/${id}/resume`);
  await until('it goes on', async () => readersOf('Paused').length > 0);
  for (const zone of ['Europe/Berlin', 'America/New_York']) await comes(id, zone);
  await untilStatus(service, id, 'sent');
});

test('before sending, the review says who gets the email when, for whom the time has passed, and how to reach them', async () => {
  const { api } = service;
  const { body: draft } = await api('POST', '/v1/emails', {
    subject: 'Seen before',
    status: 'draft',
    reader_time: { at: '09:00' },
  });
  const at = async (date: string) =>
    (await api('GET', `/v1/emails/${draft.id}/waves?publish_date=${date}`)).body;
  const late = await at('2035-01-10T08:00:00Z');
  assert.deepEqual(
    [late.frozen, late.unknown, late.passed, late.start_by],
    [false, 3, 4, '2035-01-10T00:00:00.000Z'],
  );
  const dates = ({ waves }: { waves: { due_date: string; people: number }[] }) =>
    waves.map(({ due_date, people }) => `${due_date.slice(0, 13)} ${people}`);
  assert.deepEqual(dates(late), ['2035-01-10T08 3', '2035-01-10T14 4', '2035-01-11T00 4']);
  assert.deepEqual(dates(await at(late.start_by)), ['2035-01-10T08 3', '2035-01-10T00 4', '2035-01-10T14 4']);

  const wrong = await api('PATCH', `/v1/emails/${draft.id}`, { reader_time: { at: '9 am' } });
  assert.deepEqual([wrong.status, wrong.body.field], [400, 'reader_time.at']);
  await api('PATCH', `/v1/emails/${draft.id}`, { reader_time: null });
  const without = (await api('GET', `/v1/emails/${draft.id}/waves`)).body;
  assert.deepEqual([without.frozen, without.waves], [false, []]);
});

test('with a bound on its recipients, the whole audience is dealt at once', async () => {
  const { api, newsletter } = service;
  await api('PATCH', `/v1/newsletters/${newsletter.id}`, { approval_threshold: 100 });
  const { body: few } = await api('POST', '/v1/emails', { subject: 'Few', reader_time: reader_time() });
  await frozen(few.id);
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo']) await comes(few.id, zone);
  await untilStatus(service, few.id, 'sent');
  assert.deepEqual(
    readersOf('Few'),
    everybody.filter(number => number !== 7),
  );
});
