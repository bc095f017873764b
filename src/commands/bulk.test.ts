import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addSubscribers } from '../testing/audience.ts';
import { readGiven } from '../testing/command.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { bulk } from './bulk.ts';
import { drawBar } from './bulk-bar.ts';
import { CommandError } from './command.ts';

let service: TestService;
let key: string;
before(async () => {
  service = await startTestService({ works: true });
  await addSubscribers(service.db, service.newsletter, 600);
  const headers = await service.keyWith({ bulk_actions: 'write', subscribers: 'write' });
  key = headers.authorization!.replace('Token ', '');
});
after(() => service.stop());

async function run(args: string[], { isTTY = false, signal = new AbortController().signal } = {}) {
  const written: string[] = [];
  const screen = { isTTY, write: (text: string) => written.push(text) };
  const { values, operands } = readGiven(['bulk', '--url', service.url, '--key', key, ...args]);
  const completed = await bulk(service.config, operands[0]!, values, { screen, signal });
  return { completed, text: written.join('') };
}
const countTagged = async (tag: string) =>
  (await service.api('GET', `/v1/subscribers?page_size=1&tag=${encodeURIComponent(tag)}`)).body.count;

test('a dry run shows what would happen and does nothing', async () => {
  const { text } = await run(['apply_tags', '--tag', 'dry', '--ids', 'x', '--dry-run']);
  assert.match(
    text,
    /^Of 1 item 0 done, 0 skipped, 1 failed\. Nothing was changed\.\n {2}x failed, not_found: /,
  );
  assert.equal(await countTagged('dry'), 0);
});

test('an action is followed to its end, in lines or with a progress bar on a terminal', async () => {
  const plain = await run(['apply_tags', '--tag', 'plain', '--all']);
  assert.match(plain.text, /processed 100 % of 600\nprocessed: 600 done, 0 skipped, 0 failed\.\n$/);
  assert.doesNotMatch(plain.text, /\r/);
  assert.equal(await countTagged('plain'), 600);
  const bar = await run(['apply_tags', '--tag', 'plain', '--all'], { isTTY: true });
  assert.match(bar.text, /\r\x1b\[K█{30} 100 % {2}600 of 600/);
  assert.match(bar.text, /0 done, 600 skipped.*\n.*skipped, unchanged: /);
  assert.equal(bar.completed, true);
});

test('parameters, exceptions, several tags and metadata are passed to the API', async () => {
  await run([
    'apply_tags',
    '--tag',
    'narrow',
    '--all',
    '--parameters',
    'email=r1&type=regular',
    '--parameters',
    'email=r10@',
  ]);
  assert.equal(await countTagged('narrow'), 1);
  const { results } = (await service.api('GET', '/v1/subscribers?tag=narrow')).body;
  await run(['apply_tags', '--tag', 'wide', '--tag', 'narrow', '--except', `${results[0].id}`]);
  assert.equal(await countTagged('wide'), 599);
  await run([
    'apply_metadata',
    '--action',
    'add',
    '--metadata',
    '{"plan": "annual"}',
    '--ids',
    results[0].id,
  ]);
  assert.equal((await service.api('GET', '/v1/subscribers/r10@example.org')).body.metadata.plan, 'annual');
});

test('after an interruption, the user is told that the action continues', async () => {
  const { completed, text } = await run(['apply_tags', '--tag', 'left', '--all'], {
    signal: AbortSignal.abort(),
  });
  assert.ok(completed);
  assert.match(
    text,
    /The action continues in the background\. See its progress with GET .*\/v1\/bulk_actions\/[0-9a-f-]{36}\n$/,
  );
});

test('impossible requests are refused with advice', async () => {
  const refused = (args: string[], message: RegExp) =>
    assert.rejects(run(args), error => error instanceof CommandError && message.test(error.message));
  await refused([], /TYPE is missing/);
  await refused(['apply_tags', 'more'], /unexpected argument "more"/);
  await refused(['paint', '--all'], /bulk_action_invalid_type: .*apply_tags/);
  await refused(['ban_subscribers'], /bulk_action_invalid_ids: .*\["all"\]/);
  await refused(['apply_metadata', '--metadata', '{x}'], /--metadata: use JSON/);
  await refused(['delete_emails', '--all'], /refused the key: .*emails:write/);
});

test('an empty choice, such as an unset shell variable, is refused because it would mean everything', async () => {
  const refused = (args: string[], message: RegExp) =>
    assert.rejects(run(args), error => error instanceof CommandError && message.test(error.message));
  await refused(['apply_tags', '--tag', 'wide open', '--ids', ''], /--ids must not be empty/);
  await refused(['apply_tags', '--tag', 'wide open', '--ids', ' , '], /--ids must not be empty/);
  await refused(['apply_tags', '--tag', 'wide open', '--except', ''], /--except must not be empty/);
  await refused(
    ['apply_tags', '--tag', 'wide open', '--all', '--parameters', ''],
    /--parameters must not be empty/,
  );
  await refused(['apply_tags', '--tag', 'wide open', '--all', '--action', ''], /action: use add or remove/);
  assert.equal(await countTagged('wide open'), 0);
});

test('the progress bar fits 80 columns and shows the pace', () => {
  const line = drawBar(
    {
      status: 'in_progress',
      total_count: 1_000_000,
      done_count: 420_000,
      skipped_count: 0,
      failed_count: 1,
      rate: 9876.5,
      expected_completion_date: '2026-11-20T09:00:59.000Z',
    },
    Date.parse('2026-11-20T09:00:00Z'),
  );
  assert.equal(line, '████████████░░░░░░░░░░░░░░░░░░  42 %  420,001 of 1,000,000  9,877/s  59 s left');
  assert.ok(line.length <= 80);
});
