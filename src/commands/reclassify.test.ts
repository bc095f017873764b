import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { runCommand } from '../testing/command.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

async function say(t: TestContext, ...args: string[]): Promise<string> {
  const print = t.mock.method(console, 'log', () => {});
  await runCommand(service, 'reclassify', ...args);
  const lines = print.mock.calls.map(call => call.arguments.join(' '));
  print.mock.restore();
  return lines.join('\n');
}

test('reclassify reports what it changed, or with --dry-run what it would change', async t => {
  const { id, secondary_id } = (
    await service.api('POST', '/v1/subscribers', { email_address: 'ada@example.org', type: 'regular' })
  ).body;
  const email = (await service.api('POST', '/v1/emails', { subject: 'S', status: 'draft' })).body;
  const { key: email_key } = await service.db
    .selectFrom('emails')
    .select('key')
    .where('id', '=', email.id)
    .executeTakeFirstOrThrow();
  const subscriber_key: number = secondary_id;
  const date = '2026-11-20T09:00:00.000Z';
  await service.db
    .insertInto('deliveries')
    .values({ email_key, subscriber_key, status: 'accepted', open_date: date })
    .execute();
  await service.db
    .insertInto('delivery_chunks')
    .values({ email_key, first_key: subscriber_key, last_key: subscriber_key, accepted: 1, opens: 1 })
    .execute();
  await service.db
    .insertInto('hits')
    .values({
      email_key,
      subscriber_key,
      id,
      kind: 'open',
      date,
      method: 'GET',
      agent: 'curl/8',
      network: '',
      accept: '',
      purpose: '',
      verdict: 'human',
      reasons: [],
      client: 'Other',
      rule_version: 1,
    })
    .execute();
  assert.equal(
    await say(t, '--dry-run'),
    'human → machine: 1 hit would change.\nLooked at 1 recipient; opens −1, clicks +0; nothing was changed.',
  );
  assert.equal(await say(t), 'human → machine: 1 hit changed.\nLooked at 1 recipient; opens −1, clicks +0.');
  assert.equal(await say(t), 'Looked at 1 recipient; opens +0, clicks +0.');
});
