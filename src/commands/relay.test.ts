import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { noteQuestion } from '../delivery/feedback/topics.ts';
import { topic } from '../testing/amazon.ts';
import { runCommand } from '../testing/command.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { openRelay } from '../testing/relay.ts';

let service: TestService;
const folder = mkdtempSync(join(tmpdir(), 'relay-'));
before(async () => {
  service = await startTestService();
});
after(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

/** Runs the command and returns its output and exit code. */
async function say(t: TestContext, ...words: string[]): Promise<{ text: string; code: number }> {
  const lines: string[] = [];
  const { mock } = t.mock.method(console, 'log', (line: string) => lines.push(line));
  const code = await runCommand(service, 'relay', ...words);
  mock.restore();
  return { text: lines.join('\n'), code };
}
const shown = async (id: string) => (await service.api('GET', `/v1/relays/${id}`)).body;
function secretFile(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, `${content}\n`);
  return file;
}

test('a relay is added, listed, changed, paused, resumed and removed on the command line, and each is in the audit log', async t => {
  const password = secretFile('password', 'open sesame');
  const added = await say(
    t,
    ...['add', '--name', 'Brand', '--host', 'smtp.example.org', '--user', 'ada', '--password-file', password],
    ...['--newsletter', 'test', '--from-domain', 'brand.example', '--rate', '14', '--reserve', 'yes'],
    ...['--reports', 'postmark', '--report-secret-file', secretFile('report', 'secret-of-a-company')],
  );
  const id = /relay (\S+) is added/.exec(added.text)![1]!;
  const relay = await shown(id);
  assert.match(added.text, new RegExp(`reports to http.*/feedback/postmark/${id}$`));
  assert.deepEqual(
    [
      relay.name,
      relay.user,
      relay.has_password,
      relay.sending_rate,
      relay.is_reserve,
      relay.newsletter_ids.length,
    ],
    ['Brand', 'ada', true, 14, true, 1],
  );
  const { text } = await say(t, 'list');
  assert.match(
    text,
    new RegExp(
      `^${id}  Brand  smtp.example.org:587  takes test,@brand.example  reserve  weight 1  14 a second`,
      'm',
    ),
  );
  assert.ok(!text.includes('sesame'));
  await say(t, 'change', id, '--newsletter', '', '--reports', '', '--weight', '3');
  await say(t, 'pause', id);
  const changed = await shown(id);
  assert.deepEqual(
    [changed.newsletter_ids, changed.report_url, changed.weight, changed.is_paused],
    [[], '', 3, true],
  );
  assert.match((await say(t, 'list')).text, /paused/);
  await say(t, 'resume', id);
  assert.equal((await shown(id)).is_paused, false);
  await say(t, 'remove', id);
  assert.equal((await service.api('GET', `/v1/relays/${id}`)).status, 404);
  const log = await service.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_id', '=', id)
    .orderBy('key')
    .execute();
  assert.deepEqual(
    log.map(({ action }) => action),
    ['relay.created', 'relay.updated', 'relay.updated', 'relay.updated', 'relay.deleted'],
  );
});

test('a test on the command line shows the relay’s answer, and fails if the relay takes no mail', async t => {
  const server = await openRelay();
  const added = await say(
    t,
    'add',
    '--name',
    'Near',
    '--host',
    '127.0.0.1',
    '--port',
    `${server.port}`,
    '--tls',
    'opportunistic',
  );
  const id = /relay (\S+) is added/.exec(added.text)![1]!;
  const tried = await say(t, 'test', id);
  assert.match(tried.text, /^connect: good/m);
  assert.equal(tried.code, 0);
  await server.close();
  assert.equal((await say(t, 'test', id)).code, 1);
});

test('wrong usage of relays changes nothing and says what to use', async t => {
  const nobody = '0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60';
  for (const [words, expected] of [
    [['add', '--host', 'smtp.example.org'], /name/],
    [['add', '--name', 'X', '--host', 'smtp.example.org', '--port', 'many'], /port/],
    [
      ['add', '--name', 'X', '--host', 'smtp.example.org', '--default', 'perhaps'],
      /--default: use yes or no/,
    ],
    [['add', '--name', 'X', '--host', 'smtp.example.org', '--user', 'ada'], /password/],
    [['add', '--name', 'X', '--host', 'smtp.example.org', '--reports', 'pigeon'], /report_service/],
    [['add', '--name', 'X', '--host', 'h', '--password-file', join(folder, 'absent')], /cannot be read/],
    [['change', nobody, '--weight', '2'], /no .*relay/i],
    [['pause', 'x'], /no .*relay/i],
    [['remove', nobody], /no .*relay/i],
    [['test', nobody], /no relay/],
    [['confirm', nobody], /no .*topic/i],
  ] as const)
    await assert.rejects(say(t, ...words), expected);
  assert.ok(
    !(await service.api('GET', '/v1/relays')).body.results.some(({ name }: { name: string }) => name === 'X'),
  );
});

test('topics that wait are listed with their account', async t => {
  await noteQuestion(service.db, {
    relay_key: null,
    topic_arn: topic,
    subscribe_url: 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
  });
  assert.match(
    (await say(t, 'topics')).text,
    /arn:aws:sns:eu-west-1:123456789012:bounces {2}all relays {2}asks since/,
  );
});
