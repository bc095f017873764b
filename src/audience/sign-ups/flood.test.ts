import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { post } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ env: { SIGN_UPS_PER_HOUR: '20', TRUSTED_PROXIES: '127.0.0.1' } });
});
after(() => service.stop());

test('2,000 sign-ups from one network are limited to its share and do not hinder others', async () => {
  const path = '/api/emails/embed-subscribe/test';
  const statuses = new Map<number, number>();
  let left = 2000;
  const client = async () => {
    for (let n = left--; n > 0; n = left--) {
      const from = { 'x-forwarded-for': `192.0.2.${n % 256}`, accept: '*/*' };
      const { status } = await post(service, path, { email: `flood${n}@example.org` }, from);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 20 }, client));
  assert.deepEqual(Object.fromEntries(statuses), { 200: 20, 429: 1980 });
  const { count } = (await service.api('GET', '/v1/subscribers')).body;
  assert.equal(count, 20);
  const other = await post(
    service,
    path,
    { email: 'ada@example.org' },
    { 'x-forwarded-for': '198.51.100.1' },
  );
  assert.equal(other.status, 200);
  const tired = await post(service, path, { email: 'eve@example.org' }, { 'x-forwarded-for': '192.0.2.9' });
  assert.match(tired.text, /Too many requests/);
});
