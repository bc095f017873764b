import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { countTested } from '../ledger/ab-tests.ts';
import { findDiscrepancies } from '../ledger/counts.ts';
import { writeHits } from '../tracking/write-hits.ts';
import { decideWhenDue } from './decide.ts';
import { findWrongDecisions } from './verify-tests.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const scanner = 'python-requests/2.31';
const people = 400;

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  const { api, db, newsletter } = service;
  await api('PATCH', `/v1/newsletters/${newsletter.id}`, { track_clicks: true });
  await addSubscribers(db, newsletter, people);
});
after(async () => {
  try {
    assert.deepEqual(await findDiscrepancies(service.db), []);
    assert.deepEqual(await findWrongDecisions(service.db), []);
  } finally {
    await service.stop();
  }
});

const copiesOf = (subject: string) =>
  service.sink.accepted.filter(({ source }) => source.includes(`Subject: ${subject}\r\n`));
const figures = async (id: string) => (await service.api('GET', `/v1/emails/${id}/ab-test`)).body;

/** Sends an email with a second variant to half of the people, and waits until they have got it. */
async function tryBoth(name: string, ab_test: object = {}): Promise<{ id: string; key: number }> {
  const { body, text } = await service.api('POST', '/v1/emails', {
    subject: `${name} one`,
    body: `${name} ends [here](https://tides.example/)`,
    ab_test: { variants: [{ subject: `${name} two` }], share: 50, ...ab_test },
  });
  assert.ok(body.id, text);
  const { key } = await service.db
    .selectFrom('emails')
    .select('key')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  await until('those who take part have it', async () => {
    const { body: progress } = await service.api('GET', `/v1/emails/${body.id}/progress`);
    const rest = (await restOf(key)).length;
    return progress.recipients === people && progress.planned === rest && progress.in_hand === 0;
  });
  return { id: body.id, key };
}

async function restOf(email_key: number): Promise<number[]> {
  const rows = await service.db
    .selectFrom('deliveries')
    .select('subscriber_key')
    .where('email_key', '=', email_key)
    .where(
      sql<boolean>`part in (select part from audience_parts where email_key = ${email_key} and rest_variant is not null)`,
    )
    .execute();
  return rows.map(row => row.subscriber_key);
}

/** Makes this many of the people in this part click, or open the email. */
async function click(
  email_key: number,
  part: number,
  count: number,
  agent = firefox,
  kind: 'click' | 'open' = 'click',
): Promise<void> {
  const rows = await service.db
    .selectFrom('deliveries')
    .select('subscriber_key')
    .where('email_key', '=', email_key)
    .where('part', '=', part)
    .limit(count)
    .execute();
  await sql`update deliveries set status_date = now() - interval '1 day' where email_key = ${email_key} and status = 'accepted'`.execute(
    service.db,
  );
  for (const { subscriber_key } of rows)
    await writeHits(service.db, [
      {
        id: newId(),
        email_key,
        subscriber_key,
        kind,
        link_number: kind === 'click' ? 1 : null,
        date: new Date().toISOString(),
        method: 'GET',
        agent,
        network: `192.0.2.${subscriber_key % 250}/32`,
        accept: 'text/html,*/*;q=0.8',
        purpose: '',
      },
    ]);
}

const comes = (id: string) =>
  sql`update ab_tests set decide_date = now(), work_date = now() where id = ${id}`.execute(service.db);

test('the rest gets the variant that more people followed, and everybody one copy', async () => {
  const { id, key } = await tryBoth('Clear');
  const [one, two] = [copiesOf('Clear one').length, copiesOf('Clear two').length];
  assert.ok(one > 60 && two > 60, `${one} and ${two}`);
  const rest = await restOf(key);
  assert.equal(one + two + rest.length, people);
  const before = await figures(id);
  assert.deepEqual([before.state, before.rest, before.winner], ['running', rest.length, null]);
  const { waits, expected_completion_date } = (await service.api('GET', `/v1/emails/${id}/progress`)).body;
  assert.deepEqual(
    [waits[0].reason, waits[0].count, waits[0].until, expected_completion_date],
    ['test', rest.length, before.decide_date, null],
  );

  await click(key, 1, 2);
  await click(key, 1, 30, scanner);
  await click(key, 2, 20);
  await comes(id);
  await untilStatus(service, id, 'sent');
  const all = [...copiesOf('Clear one'), ...copiesOf('Clear two')].map(({ to }) => to);
  assert.deepEqual([all.length, new Set(all).size], [people, people]);
  assert.equal(copiesOf('Clear two').length, two + rest.length);

  const told = await figures(id);
  assert.deepEqual([told.state, told.winner, told.decided_by], ['winner', 2, null]);
  const [first, second] = told.variants;
  assert.deepEqual([first.clicks, second.clicks], [2, 20]);
  assert.ok(second.decided_from.best >= 0.95 && second.low < second.share && second.share < second.high);
  assert.deepEqual([first.rest.people, second.rest.people], [0, rest.length]);
  const late = (
    await service.api('POST', '/v1/subscribers', { email_address: 'late@example.org', type: 'regular' })
  ).body;
  await service.api('POST', `/v1/subscribers/${late.id}/emails/${id}`);
  await until('who comes later gets the winner', async () =>
    copiesOf('Clear two').some(({ to }) => to === 'late@example.org'),
  );
  await service.db.deleteFrom('subscribers').where('id', '=', late.id).execute();
});

test('without a clear difference no variant wins, and the rest gets what the author chose', async () => {
  const first = await tryBoth('Even');
  await comes(first.id);
  await untilStatus(service, first.id, 'sent');
  const told = await figures(first.id);
  assert.deepEqual([told.state, told.winner], ['undecided', 1]);
  assert.ok(copiesOf('Even one').length > copiesOf('Even two').length);

  const split = await tryBoth('Split', { if_undecided: 'split' });
  const before = copiesOf('Split two').length;
  await comes(split.id);
  await untilStatus(service, split.id, 'sent');
  assert.equal((await figures(split.id)).winner, null);
  assert.ok(copiesOf('Split two').length > before + 60);
  assert.equal(copiesOf('Split one').length + copiesOf('Split two').length, people);
});

test('a variant may have its own text, with snippets, which is fixed when sending begins', async () => {
  const { api } = service;
  const snippet = { name: 'Shore', identifier: 'shore', content: 'the old shore' };
  const made = await api('POST', '/v1/snippets', snippet);
  const body = 'Text two: [{{ snippets.shore }}](https://shore.example/)';
  const { id } = await tryBoth('Texts', { variants: [{ subject: 'Texts two', body }] });
  await api('PATCH', `/v1/snippets/${made.body.id}`, { content: 'a new shore' });
  const draft = { subject: 'Texts', status: 'draft', ab_test: { variants: [{ subject: 'Another', body }] } };
  const { body: unsent } = await api('POST', '/v1/emails', draft);
  await api('POST', `/v1/emails/${unsent.id}/send-draft`, { recipients: ['boss@example.org'] });
  await until(
    'a test mail of each variant has come',
    async () =>
      copiesOf('[PREVIEW A] Texts').length === 1 &&
      copiesOf('[PREVIEW B] Another').some(({ source }) => source.includes('a new shore')),
  );
  assert.ok(copiesOf('Texts one').every(({ source }) => source.includes('Texts ends')));
  await api('POST', `/v1/emails/${id}/ab-test/decide`, { variant: 2 });
  await untilStatus(service, id, 'sent');
  const second = copiesOf('Texts two');
  assert.ok(second.length > people / 2);
  assert.ok(second.every(({ source }) => source.includes('the old shore') && !source.includes('Texts ends')));
  const [first, other] = (await figures(id)).variants;
  assert.deepEqual([first.has_own_body, other.has_own_body], [false, true]);
  const wrong = { variants: [{ body: '{{ snippets.nowhere }}' }] };
  const refused = await api('POST', '/v1/emails', { subject: 'Wrong', status: 'draft', ab_test: wrong });
  assert.match(refused.body.detail, /ab_test\.variants: number 1 cannot be used: .*nowhere/);
});

test('opens count only for people whose opens could be seen before, whatever programs open', async () => {
  const { api, newsletter } = service;
  await api('PATCH', `/v1/newsletters/${newsletter.id}`, { track_opens: true });
  const earlier = await tryBoth('Seen');
  await click(earlier.key, 1, 90, firefox, 'open');
  await click(earlier.key, 2, 90, firefox, 'open');
  await click(earlier.key, 2, 20, 'Mozilla/5.0', 'open'); // Apple’s program opens everything for these 20, too
  const seen = 160;
  const { id, key } = await tryBoth('Opened', { measure: 'opens', share: 60 });
  const parts = (await countTested(service.db, key)).filter(({ takes_part }) => takes_part);
  const counted = parts.filter(({ is_counted }) => is_counted);
  const before = await figures(id);
  assert.equal(
    before.uncounted,
    parts.reduce((sum, part) => sum + part.people, 0) - counted[0]!.people - counted[1]!.people,
  );
  assert.ok(counted[0]!.people + counted[1]!.people < 0.75 * seen);
  await click(key, 1, 5, firefox, 'open');
  await click(key, 2, 30, firefox, 'open');
  // People who are not counted may open as much as they like.
  await click(key, 5, 50, firefox, 'open');
  await comes(id);
  await untilStatus(service, id, 'sent');
  const told = await figures(id);
  assert.deepEqual([told.state, told.winner], ['winner', 2]);
  const [first, second] = told.variants;
  assert.deepEqual([first.acted, second.acted], [5, 30]);
  assert.deepEqual([first.counted, second.counted], [counted[0]!.people, counted[1]!.people]);
  assert.ok(second.rest.people > second.rest.counted && second.rest.counted > 0);
  await untilStatus(service, earlier.id, 'in_flight');
  await comes(earlier.id);
  await untilStatus(service, earlier.id, 'sent');
});

test('a person decides once, and the worker that comes later decides nothing', async () => {
  const { api, db } = service;
  const { id, key } = await tryBoth('By hand', {
    variants: [{ subject: 'By hand two', from_name: 'Another name' }],
  });
  const decide = (variant: unknown) => api('POST', `/v1/emails/${id}/ab-test/decide`, { variant });
  assert.equal((await decide(3)).status, 400);
  const answers = await Promise.all([decide(2), decide(1)]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
  await comes(id);
  const outcome = await db.transaction().execute(trx => decideWhenDue(trx, id, new Date(Date.now() + 1e9)));
  assert.equal(outcome, 'done');
  await untilStatus(service, id, 'sent');
  assert.equal((await figures(id)).state, 'by_hand');
  assert.equal((await restOf(key)).length > 0, true);
  assert.ok(copiesOf('By hand two').every(({ source }) => /^From: "?Another name"? </m.test(source)));
});

test('the decision waits for a pause, and for everybody who takes part', async () => {
  const { api, db } = service;
  const { id, key } = await tryBoth('Waits');
  const decide = () =>
    db.transaction().execute(trx => decideWhenDue(trx, id, new Date(Date.now() + 86_400_000)));
  await api('POST', `/v1/emails/${id}/pause`);
  assert.equal(typeof (await decide()), 'number');
  await api('POST', `/v1/emails/${id}/resume`);
  await sql`update delivery_chunks set first_pass_done = false where email_key = ${key} and part = 1`.execute(
    db,
  );
  assert.equal(typeof (await decide()), 'number');
  assert.equal((await figures(id)).state, 'running');
  await sql`update delivery_chunks set first_pass_done = true where email_key = ${key} and part = 1`.execute(
    db,
  );
  await comes(id);
  await untilStatus(service, id, 'sent');
});

test('an impossible test is refused with the field and the remedy', async () => {
  const { api, newsletter } = service;
  const make = async (fields: object) =>
    (await api('POST', '/v1/emails', { subject: 'Wrong', status: 'draft', ...fields })).body;
  const variants = [{ subject: 'Other' }];
  assert.equal((await make({ ab_test: { variants: [] } })).field, 'ab_test.variants');
  assert.equal((await make({ ab_test: { variants, share: 101 } })).field, 'ab_test.share');
  assert.equal((await make({ ab_test: { variants: [{}] } })).field, 'ab_test.variants.0');
  assert.match(
    (await make({ ab_test: { variants: [{ subject: '{{ nonsense | }' }] } })).detail,
    /number 1 cannot be used/,
  );
  assert.match((await make({ ab_test: { variants }, reader_time: { at: '09:00' } })).detail, /reader_time/);
  const draft = await make({ ab_test: { variants } });
  const foreseen = await figures(draft.id);
  assert.deepEqual([foreseen.state, foreseen.people_each, foreseen.is_advised], ['planned', 40, false]);
  await api('PATCH', `/v1/newsletters/${newsletter.id}`, { track_clicks: false });
  const untracked = await api('PATCH', `/v1/emails/${draft.id}`, { status: 'about_to_send' });
  assert.match(untracked.body.detail, /track_clicks/);
  await api('PATCH', `/v1/newsletters/${newsletter.id}`, { track_opens: false });
  const opens = await api('PATCH', `/v1/emails/${draft.id}`, {
    status: 'about_to_send',
    ab_test: { variants, measure: 'opens' },
  });
  assert.match(opens.body.detail, /track_opens/);
  await api('PATCH', `/v1/newsletters/${newsletter.id}`, { track_clicks: true });
});
