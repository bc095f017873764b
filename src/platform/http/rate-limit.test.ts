import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ env: { RATE_LIMIT: '5' } });
});
after(() => service.stop());

const limits = ({ headers }: Answer) =>
  ['limit', 'remaining', 'reset'].map(name => Number(headers.get(`x-ratelimit-${name}`)));

test('a key has a number of requests per minute and sees how many are left; further requests get 429 with Retry-After', async () => {
  const key = await service.foreignKey();
  for (const left of [4, 3, 2, 1, 0]) {
    const answer = await service.api('GET', '/v1/ping', undefined, key);
    const [limit, remaining, reset] = limits(answer);
    assert.deepEqual([answer.status, limit, remaining], [200, 5, left]);
    const seconds_left = reset! - Date.now() / 1000;
    assert.ok(seconds_left > -1 && seconds_left <= 60, `${seconds_left}`);
  }
  const refused = await service.api('GET', '/v1/ping', undefined, key);
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.deepEqual(Object.keys(refused.body), ['code', 'detail', 'detail_sentence']);
  assert.deepEqual(limits(refused).slice(0, 2), [5, 0]);
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(Number.isInteger(wait) && wait > 0 && wait <= 60);
  const reset = limits(refused)[2]!;
  assert.ok(
    Math.abs(reset - wait - Date.now() / 1000) < 5,
    'in Unix time, the moment that Retry-After names',
  );
});

test('a key is counted once, whatever scheme it is sent with, and another key is counted separately', async () => {
  const { authorization } = await service.foreignKey();
  const bearer = { authorization: authorization!.replace('Token', 'Bearer') };
  for (const key of [{ authorization: authorization! }, bearer, bearer, bearer, bearer]) {
    assert.equal((await service.api('GET', '/v1/ping', undefined, key)).status, 200);
  }
  assert.equal((await service.api('GET', '/v1/ping', undefined, bearer)).status, 429);
  assert.equal((await service.api('GET', '/v1/ping', undefined, await service.foreignKey())).status, 200);
});

test('refused and unknown requests count too, by address if they have no key', async () => {
  const nobody = { authorization: '' };
  const statuses = [];
  for (const [method, path] of [
    ['GET', '/v1/ping'],
    ['GET', '/v1/nowhere'],
    ['PUT', '/v1/emails'],
    ['POST', '/v1/emails'],
    ['OPTIONS', '/v1/emails'],
    ['GET', '/v1/nowhere'],
    ['GET', '/v1/ping'],
  ] as const) {
    statuses.push((await service.api(method, path, undefined, nobody)).status);
  }
  assert.deepEqual(statuses, [401, 404, 405, 401, 204, 429, 429]);
});

test('a request refused by the limit changes nothing and is not replayed for its Idempotency-Key', async () => {
  const key = await service.foreignKey();
  for (let request = 0; request < 5; request += 1) await service.api('GET', '/v1/ping', undefined, key);
  const headers = { ...key, 'idempotency-key': 'once' };
  assert.equal((await service.api('POST', '/v1/tags', { name: 'late' }, headers)).status, 429);
  assert.deepEqual(await service.db.selectFrom('idempotency_keys').selectAll().execute(), []);
  assert.deepEqual(await service.db.selectFrom('tags').selectAll().execute(), []);
});

test('health checks are not limited', async () => {
  for (let request = 0; request < 12; request += 1) {
    const path = request % 2 ? '/healthz' : '/readyz';
    assert.equal((await service.api('GET', path, undefined, { authorization: '' })).status, 200);
  }
});

test('unknown keys count twice against the address that tries them, however many there are', async t => {
  const other = await startTestService({ env: { RATE_LIMIT: '9', TRUSTED_PROXIES: '127.0.0.1' } });
  t.after(() => other.stop());
  const tries = async (from: string, authorization: string) => {
    const headers = { authorization, 'x-forwarded-for': from };
    return (await other.api('GET', '/v1/ping', undefined, headers)).status;
  };
  const statuses = async (from: (n: number) => string) => {
    const all = [];
    for (let n = 0; n < 7; n += 1) all.push(await tries(from(n), `Token wrong-${from(n)}-${n}`));
    return all;
  };
  const five = [401, 401, 401, 401, 401, 429, 429];
  assert.deepEqual(await statuses(() => '203.0.113.1'), five);
  assert.deepEqual(await statuses(n => `2001:db8:1:2::${n}`), five, 'one network of IPv6 is one address');
  assert.equal(await tries('203.0.113.2', 'Token wrong'), 401, 'another address is counted separately');
  assert.equal(await tries('203.0.113.1', ''), 429, 'without a key the same address is limited too');

  const good = await other.foreignKey();
  assert.equal(await tries('203.0.113.2', good.authorization!), 200);
  assert.equal(await tries('203.0.113.1', good.authorization!), 200, 'a known key is not affected');
});

test('requests with a revoked key count against its address from then on', async t => {
  const other = await startTestService({ env: { RATE_LIMIT: '4' } });
  t.after(() => other.stop());
  const { id, api_key } = (await other.api('POST', '/v1/api_keys', { name: 'leaked', permissions: {} })).body;
  const headers = { authorization: `Token ${api_key}` };
  const ping = async () => (await other.api('GET', '/v1/ping', undefined, headers)).status;
  assert.equal(await ping(), 200);
  assert.equal((await other.api('DELETE', `/v1/api_keys/${id}`)).status, 204);
  assert.deepEqual([await ping(), await ping(), await ping(), await ping()], [401, 401, 401, 429]);
});
