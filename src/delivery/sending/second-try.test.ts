import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { sendEmail, untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { writeHits } from '../tracking/write-hits.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const scanner = 'python-requests/2.31';
const apple = 'Mozilla/5.0';
const [opener, scanned, clicker, silent, uncertain, gone, late, fetched] = [1, 2, 3, 4, 5, 6, 7, 8];

let service: TestService;
let first: { id: string; key: number };
before(async () => {
  service = await startTestService({ works: true });
  const { api, db, newsletter, sink } = service;
  await api('PATCH', `/v1/newsletters/${newsletter.id}`, { track_opens: true, track_clicks: true });
  await addSubscribers(db, newsletter, 8);
  await sql`update subscribers set metadata = '{"city": "Lisbon"}' where newsletter_key = ${newsletter.key}`.execute(
    db,
  );
  sink.treat = to => (to.startsWith(`r${uncertain}@`) ? { dot: 'drop' } : {});
  const id = await sendEmail(service, 'First', {
    body: 'First ends [here](https://tides.example/)',
    filters: [{ field: 'subscriber.metadata.city', operator: 'equals', value: 'Lisbon' }],
  });
  await untilStatus(service, id, 'sent');
  const row = await db.selectFrom('emails').select('key').where('id', '=', id).executeTakeFirstOrThrow();
  first = { id, key: row.key };
  // A click right after the hand-over would be taken for a scanner's click.
  await sql`update deliveries set status_date = status_date - interval '1 day' where email_key = ${first.key}`.execute(
    db,
  );
  sink.treat = () => ({});
});
after(() => service.stop());

async function react(number: number, kind: 'open' | 'click', agent = firefox): Promise<void> {
  const { key } = await service.db
    .selectFrom('subscribers')
    .select('key')
    .where('email_address', '=', `r${number}@example.org`)
    .executeTakeFirstOrThrow();
  await writeHits(service.db, [
    {
      id: newId(),
      email_key: first.key,
      subscriber_key: key,
      kind,
      link_number: kind === 'click' ? 1 : null,
      date: new Date().toISOString(),
      method: 'GET',
      agent,
      network: '192.0.2.0/24',
      accept: 'text/html,*/*;q=0.8',
      purpose: '',
    },
  ]);
}

const trialsOf = async (id = first.id) => (await service.api('GET', `/v1/emails/${id}/second-try`)).body;
const tryAgain = (body: object, id = first.id) => service.api('POST', `/v1/emails/${id}/second-try`, body);
const mailedTo = (subject: string) =>
  service.sink.accepted
    .filter(({ source }) => source.includes(`Subject: ${subject}\r\n`))
    .map(({ to }) => to);

test('nothing is tried again while no open and no click has been recorded, because everybody would get it', async () => {
  assert.deepEqual(await trialsOf(), {
    unopened: null,
    unopened_or_unknown: null,
    unclicked: null,
    email_id: null,
  });
  for (const [to, remedy] of [
    ['unopened', /Use unclicked/],
    ['unclicked', /Use unopened/],
  ] as const) {
    const { status, body } = await tryAgain({ to });
    assert.equal(status, 400);
    assert.match(body.detail, remedy);
  }
});

test('the people who missed an email are counted apart from those about whom nothing is known', async () => {
  await react(opener, 'open');
  await react(scanned, 'open', scanner);
  await react(clicker, 'click');
  await react(fetched, 'open', apple);
  await service.api('PATCH', `/v1/subscribers/r${gone}@example.org`, { type: 'unsubscribed' });
  assert.deepEqual(await trialsOf(), {
    unopened: 2,
    unopened_or_unknown: 4,
    unclicked: 5,
    email_id: null,
  });
});

test('a second try reaches those who still have not opened the email when it is sent, and nobody else, whatever its filters', async () => {
  const { status, body: draft } = await tryAgain({ subject: 'Second' });
  assert.equal(status, 201);
  assert.deepEqual(
    [draft.status, draft.subject, draft.second_try_of, draft.second_try_to, draft.archival_mode],
    ['draft', 'Second', first.id, 'unopened', 'disabled'],
  );
  assert.equal((await trialsOf()).email_id, draft.id);
  await react(late, 'open');
  await service.api('PATCH', `/v1/emails/${draft.id}`, { filters: null });
  const explained = await service.api('POST', '/v1/audience/explain', { email_id: draft.id });
  assert.equal(explained.body.recipients, 1);
  const sent = await service.api('POST', `/v1/emails/${draft.id}/publish`, {});
  assert.equal(sent.status, 200);
  await untilStatus(service, draft.id, 'sent');
  await until('one copy', async () => mailedTo('Second').length > 0);
  assert.deepEqual(mailedTo('Second'), [`r${silent}@example.org`]);
  const email = (await service.api('GET', `/v1/emails/${draft.id}`)).body;
  assert.equal(email.secondary_id, null, 'it does not count as an issue');
  assert.equal(email.analytics.recipients, 1);
  const why = await service.api('GET', `/v1/emails/${draft.id}/explain?subscriber=r${opener}@example.org`);
  assert.match(why.text, /First/);
});

test('an email has one second try, and a second try has none', async () => {
  const again = await tryAgain({ to: 'unopened_or_unknown' });
  assert.deepEqual([again.status, again.body.code], [400, 'status_invalid']);
  assert.match(again.body.detail, /has had its second try/);
  const third = await tryAgain({}, (await trialsOf()).email_id);
  assert.match(third.body.detail, /second try itself/);
  const unsent = await service.api('POST', '/v1/emails', { subject: 'Unsent', body: 'x', status: 'draft' });
  assert.match((await tryAgain({}, unsent.body.id)).body.detail, /only one that is sent/);
  assert.match(
    (await tryAgain({ to: 'everybody' })).body.detail,
    /use unopened, unopened_or_unknown or unclicked/,
  );
});

test('two requests at once make one second try', async () => {
  const id = await sendEmail(service, 'Another');
  await untilStatus(service, id, 'sent');
  await sql`update deliveries set open_date = now() where email_key = (select key from emails where id = ${id}) and subscriber_key = (select min(key) from subscribers)`.execute(
    service.db,
  );
  await sql`update delivery_chunks set opens = 1 where email_key = (select key from emails where id = ${id})`.execute(
    service.db,
  );
  const made = await Promise.all([tryAgain({}, id), tryAgain({}, id), tryAgain({}, id)]);
  assert.deepEqual(made.map(({ status }) => status).toSorted(), [201, 400, 400]);
  const { id: draft } = made.find(({ status }) => status === 201)!.body;
  await service.api('DELETE', `/v1/emails/${draft}`);
  assert.equal((await tryAgain({}, id)).status, 201, 'a deleted one may be replaced');
});
