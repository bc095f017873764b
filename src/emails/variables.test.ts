import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { findUnknownVariables } from '../engines/rendering/unknown-variables.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const path = '/v1/emails/variables';
const subscribe = (name: string, metadata: object) =>
  service.api('POST', '/v1/subscribers', { email: `${name}@example.org`, type: 'regular', metadata });

test('metadata keys are listed with how many people have them, most used first, and with an example value', async () => {
  await subscribe('ada', { first_name: 'Ada', plan: 'pro', empty: '', none: null });
  await subscribe('bob', { first_name: 'Bob', plan: { level: 2 } });
  await subscribe('eve', { first_name: 'Eve', 'shoe size': 39, 'say "hi"': 'yes', '"\'': 1 });
  await service.api(
    'POST',
    '/v1/subscribers',
    { email: 'x@example.org', metadata: { theirs: 1 } },
    await service.foreignKey(),
  );
  const { body } = await service.api('GET', path);
  assert.equal(body.is_sample, false);
  assert.deepEqual(
    body.metadata.map(({ key, name, count }: Record<string, unknown>) => [key, name, count]),
    [
      ['first_name', 'subscriber.metadata.first_name', 3],
      ['plan', 'subscriber.metadata.plan', 2],
      ['say "hi"', `subscriber.metadata['say "hi"']`, 1],
      ['shoe size', 'subscriber.metadata["shoe size"]', 1],
    ],
  );
  assert.equal(body.metadata[0].example, 'Eve');
  assert.equal(body.metadata[1].example, '{"level": 2}');
});

test('everything that is listed works in a template', async () => {
  const { body } = await service.api('GET', path);
  for (const { name } of [...body.variables, ...body.metadata]) {
    assert.deepEqual(findUnknownVariables('body', `{{ ${name} }}`), [], name);
    const preview = await service.api('POST', '/v1/emails/preview', {
      subject: 'x',
      body: `Hi {{ ${name} }}`,
    });
    assert.equal(preview.status, 200, preview.text);
  }
});

test('callers who may not see people learn only the keys', async () => {
  const writer = await service.keyWith({ emails: 'write', sending: 'write' });
  const { body } = await service.api('GET', path, undefined, writer);
  assert.deepEqual(body.metadata[0], {
    key: 'first_name',
    name: 'subscriber.metadata.first_name',
    count: null,
    example: null,
  });
  assert.doesNotMatch(JSON.stringify(body), /Ada|Eve|39/);
  const stranger = await service.keyWith({ subscribers: 'write' });
  assert.equal((await service.api('GET', path, undefined, stranger)).status, 403);
});

test('of a large list only a sample is counted, and a key that only the newest people have is still found', async () => {
  const { db, newsletter } = service;
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source, metadata, creation_date)
    select gen_random_uuid(), ${newsletter.key}, n || '@example.net', n || '@example.net', 'regular', 'import',
      jsonb_build_object('city', 'Rome') || case when n % 2 = 0 then '{"plan": "pro"}' else '{}' end::jsonb,
      now() - interval '1 day'
    from generate_series(1, 30000) n`.execute(db);
  await sql`analyze subscribers`.execute(db);
  await subscribe('newest', { brand_new: 'yes' });
  const { body } = await service.api('GET', path);
  assert.equal(body.is_sample, true);
  const counts = Object.fromEntries(
    body.metadata.map(({ key, count }: Record<string, unknown>) => [key, count]),
  );
  assert.ok(Math.abs(counts.city - 30_000) < 3000, String(counts.city));
  assert.ok(Math.abs(counts.plan - 15_000) < 3000, String(counts.plan));
  assert.ok(counts.brand_new >= 1);
});
