import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { mailAgain, mailTo, type TestReader } from '../../testing/deliveries.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
let names: Map<string, string>;
before(async () => {
  service = await startTestService();
  await service.api('POST', '/v1/subscribers', { email: 'never-mailed@example.org', type: 'regular' });
  const first = await mailTo(service, 3);
  const second = await mailAgain(service, first);
  await mailAgain(service, first); // nobody opens this one, so it may not have been tracked
  names = new Map(first.map(({ subscriber }, at) => [subscriber.id, ['all', 'half', 'none'][at]!]));
  await react(first[0]!, { click: true });
  await react(second[0]!, { click: false });
  await react(first[1]!, { click: false });
});
after(() => service.stop());

/** Changes the ledger as if this reader had opened the email and clicked in it. */
async function react({ email_key, subscriber_key }: TestReader, { click }: { click: boolean }) {
  await sql`
    update deliveries set open_date = now(), click_date = ${click ? new Date().toISOString() : null}
    where email_key = ${email_key} and subscriber_key = ${subscriber_key}`.execute(service.db);
  await sql`
    update delivery_chunks set opens = opens + 1, clicks = clicks + ${Number(click)}
    where email_key = ${email_key}`.execute(service.db);
}

const list = async (query: string) => {
  const { status, body, text } = await service.api('GET', `/v1/subscribers?${query}`);
  assert.equal(status, 200, `${query}: ${text}`);
  assert.equal(body.count, body.results.length, query);
  return body.results.map((one: { id: string }) => names.get(one.id) ?? 'never mailed');
};

test('subscribers can be filtered by the share of tracked emails they opened or clicked', async () => {
  for (const [query, expected] of [
    ['open_rate__start=1', ['all']],
    ['open_rate__start=0.5', ['all', 'half']],
    ['open_rate__end=0.5', ['half', 'none']],
    ['open_rate__start=0.4&open_rate__end=0.6', ['half']],
    ['open_rate__start=0', ['all', 'half', 'none']],
    ['open_rate__end=0', ['none']],
    ['click_rate__start=0.1', ['all']],
    ['click_rate__end=0&open_rate__start=0.1', ['half']],
    ['open_rate__start=', []],
  ] as const)
    assert.deepEqual((await list(query)).toSorted(), expected, query);
});

test('subscribers can be ordered by these shares; those without one come last in both directions', async () => {
  assert.deepEqual(await list('ordering=-open_rate'), ['all', 'half', 'none', 'never mailed']);
  assert.deepEqual(await list('ordering=open_rate'), ['none', 'half', 'all', 'never mailed']);
  assert.deepEqual(await list('ordering=click_rate'), ['half', 'none', 'all', 'never mailed']);
});

test('a share given as a percentage is refused', async () => {
  for (const query of [
    'open_rate__start=50',
    'click_rate__end=-1',
    'open_rate__end=x',
    'open_rate__end=1&open_rate__end=1',
  ]) {
    const { status, body } = await service.api('GET', `/v1/subscribers?${query}`);
    assert.deepEqual([status, body.code], [400, 'request_invalid'], query);
    assert.match(body.detail, /from 0 to 1/);
  }
});
