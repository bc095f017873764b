import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Dns, ReverseDns } from '../../domains/dns.ts';
import { type Config, readConfig } from '../../platform/config/config.ts';
import { contextOf } from '../../testing/command.ts';
import { readContents } from '../../testing/contents.ts';
import { openFakeS3 } from '../../testing/fake-s3.ts';
import { freePort } from '../../testing/free-port.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { openContext } from '../context.ts';
import { examine } from './doctor.ts';
import type { Finding } from './finding.ts';
import { type GetPage, getPage } from './get-page.ts';
import { checkNode } from './machine.ts';
import { checkClock } from './reach.ts';
import { checkWitness } from './witness.ts';

const address = '203.0.113.7';

let service: TestService;
let config: Config;
let domain: string;
let folder: string;
before(async () => {
  service = await startTestService();
  domain = service.newsletter.from_address.split('@')[1]!;
  folder = await mkdtemp(join(tmpdir(), 'postrider-doctor-'));
  config = { ...service.config, DATA_DIR: folder, PORT: Number(new URL(service.url).port) };
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

type Records = { txt?: Record<string, string[]>; mx?: string[]; addresses?: string[]; names?: string[] };

const showing = ({ txt = {}, mx = [], addresses = [], names = [] }: Records): Dns & ReverseDns => ({
  txt: async name => ({ found: txt[name] ?? [] }),
  mx: async () => ({ found: mx }),
  cname: async () => ({ found: [] }),
  addresses: async () => ({ found: addresses }),
  names: async () => ({ found: names }),
});

/** Returns the output of `doctor --json`, and its exit code. */
async function ask(
  t: { mock: typeof test.mock },
  { settings = config, dns = showing({}) }: { settings?: Config; dns?: Dns & ReverseDns },
  onDatabase = contextOf(service).onDatabase,
): Promise<{
  code: number;
  state: string;
  of: (about: string) => Finding | undefined;
  /** The findings that are wrong, except that PostgreSQL under test runs without fsync. */
  wrong: string[];
  text: string;
}> {
  const printed = t.mock.method(console, 'log', () => {});
  const code = await examine({ config: () => settings, onDatabase }, { json: true }, { dns, getPage });
  const text = String(printed.mock.calls.at(-1)!.arguments[0]);
  printed.mock.restore();
  const { state, findings } = JSON.parse(text) as { state: string; findings: Finding[] };
  const wrong = findings.filter(({ state, about }) => state === 'wrong' && about !== 'durability');
  const of = (about: string) => findings.find(finding => finding.about === about);
  assert.equal(code, state === 'wrong' ? 1 : 0);
  return { code, state, of, wrong: wrong.map(({ about }) => about), text };
}

const pageDated =
  (date: Date): GetPage =>
  async () => ({ status: 200, body: '', date, valid_until: undefined });

test('where everything is right nothing is reported as wrong, and the check changes nothing', async t => {
  const path = `/v1/newsletters/${service.newsletter.id}/dkim_keys`;
  const keys = (await service.api('POST', path, {})).body.results;
  const txt = {
    [domain]: ['v=spf1 mx -all'],
    [`_dmarc.${domain}`]: ['v=DMARC1; p=none'],
    ...Object.fromEntries(keys.map((key: Record<string, string>) => [key.record_name, [key.record]])),
  };
  const before = await readContents(service.db);
  const dns = showing({ txt, addresses: [address], names: [hostname()] });
  const { wrong, of } = await ask(t, { dns });
  assert.deepEqual(wrong, []);
  for (const about of [
    'settings',
    'Node',
    'DATA_DIR',
    'PORT',
    'migrations',
    'encryption key',
    'hold',
    `PTR of ${address}`,
  ])
    assert.equal(of(about)?.state, 'good', about);
  assert.match(of('PORT')!.detail, /is running on port \d+ and is ready/);
  assert.equal(of(`relay ${new URL(service.sink.url).host}`)?.state, 'good');
  for (const { record_name } of keys) assert.equal(of(`DKIM record ${record_name}`)?.state, 'good');
  assert.deepEqual(await readContents(service.db), before);
});

test('missing records, a relay that is away and a wrong reverse name are wrong, each with a remedy', async t => {
  const settings = {
    ...config,
    SMTP_URL: 'smtp://127.0.0.1:1,smtp://user:s3cret@127.0.0.1:1',
    BOUNCE_DOMAIN: 'bounces.example',
    BOUNCE_PORT: await freePort(),
  };
  const dns = showing({ addresses: [address], names: ['another.example'] });
  dns.addresses = async name => ({ found: name === 'another.example' ? ['198.51.100.1'] : [address] });
  const { code, state, of, text } = await ask(t, { settings, dns });
  assert.deepEqual([code, state], [1, 'wrong']);
  assert.doesNotMatch(text, /s3cret/);
  for (const about of [
    'relay 127.0.0.1:1',
    'SPF record bounces.example',
    'return path record bounces.example',
    `DMARC record _dmarc.${domain}`,
    `PTR of ${address}`,
  ]) {
    assert.equal(of(about)?.state, 'wrong', about);
    assert.notEqual(of(about)?.remedy, '', about);
  }
  assert.match(of('return path record bounces.example')!.remedy, /MX 10 news\.example\./);
});

test('DNS that does not answer is unknown, which is not wrong', async t => {
  const failed = async () => ({ failed: 'The DNS query failed (ESERVFAIL).' });
  const { wrong, of } = await ask(t, {
    dns: { txt: failed, mx: failed, cname: failed, addresses: failed, names: failed },
  });
  assert.deepEqual([wrong, of(`SPF record ${domain}`)?.state], [[], 'unknown']);
});

test('a witness that can be read and written conditionally is good and stays unchanged; otherwise doctor says how to fix it', async () => {
  await using s3 = await openFakeS3();
  const path = '/safe/the/witness';
  const settings = { ...config, FENCE_WITNESS: s3.url('safe/the/witness') };
  const look = async () => {
    const [finding] = await checkWitness(settings);
    return finding!;
  };
  assert.deepEqual(await checkWitness({ ...config, FENCE_WITNESS: undefined }), []);
  assert.match((await look()).detail, /can be reached\. The first worker creates it/);
  assert.equal(s3.objects.size, 0);

  s3.objects.set(path, Buffer.from('a token'));
  assert.deepEqual([(await look()).state, (await look()).about], ['good', 'witness']);
  assert.equal(s3.objects.get(path)!.toString(), 'a token');

  s3.is_conditional = false;
  const careless = await look();
  assert.match(careless.detail, /Nothing is mailed.* ignores If-Match or If-None-Match/);
  assert.equal(s3.objects.get(path)!.toString(), 'a token');
  s3.is_conditional = true;

  s3.fail('GET', 403, 1);
  const forbidden = await look();
  for (const { state, remedy } of [careless, forbidden])
    assert.deepEqual(
      [state, remedy],
      ['wrong', 'Correct FENCE_WITNESS or the rights of its key: docs/fence.md#a-witness'],
    );
  assert.doesNotMatch(forbidden.detail, new RegExp(new URL(settings.FENCE_WITNESS).password));
});

test('invalid settings are named, and nothing else is tried', async t => {
  const printed = t.mock.method(console, 'log', () => {});
  const read = () => readConfig({ PORT: 'eighty', SMTP_URL: 'mail.example.org' }, '/nowhere/.env');
  const never = () => assert.fail('the database was opened');
  const code = await examine({ config: read, onDatabase: never }, {}, { dns: showing({}), getPage });
  const text = String(printed.mock.calls[0]!.arguments[0]);
  assert.equal(code, 1);
  assert.match(text, /✖ PORT: use a whole number.*\n {4}→ Correct it/);
  assert.match(text, /✖ SMTP_URL: use an address/);
});

test('without a service and without its database doctor reports both, and goes on with the rest', async t => {
  const port = await freePort();
  const settings = { ...config, PORT: port };
  const { code, of } = await ask(t, { settings }, async () => {
    throw new Error('DATABASE_URL: cannot connect: ECONNREFUSED');
  });
  assert.equal(code, 1);
  assert.equal(of('PORT')?.detail, `The service is not running, and port ${port} is free.`);
  assert.equal(of('connection')?.state, 'wrong');
  assert.equal(of('DATA_DIR')?.state, 'good');
});

test('a port of another program is wrong', async t => {
  const port = Number(new URL(service.sink.url).port);
  const { of } = await ask(t, { settings: { ...config, PORT: port } });
  assert.deepEqual([of('PORT')?.state, of('PORT')?.detail], ['wrong', `Another program uses port ${port}.`]);
});

test('an installation that has never started is examined without creating anything', async t => {
  const empty = await mkdtemp(join(tmpdir(), 'postrider-doctor-'));
  t.after(() => rm(empty, { recursive: true, force: true }));
  const settings = { ...config, DATA_DIR: join(empty, 'data'), DATABASE_URL: undefined };
  const { of } = await ask(t, { settings }, openContext('older', () => settings).onDatabase);
  assert.match(of('DATA_DIR')!.detail, /does not exist yet/);
  assert.match(of('connection')!.detail, /none yet/);
  assert.deepEqual(await readdir(empty), []);
});

test('files that other users can read, and a key that does not open the secrets, are wrong', async t => {
  await service.api('POST', `/v1/newsletters/${service.newsletter.id}/dkim_keys`, {});
  const open = await mkdtemp(join(tmpdir(), 'postrider-doctor-'));
  t.after(() => rm(open, { recursive: true, force: true }));
  await chmod(open, 0o755);
  const key = join(open, 'secret.key');
  await writeFile(key, `${Buffer.alloc(32, 7).toString('base64')}\n`);
  await chmod(key, 0o644);
  const { of } = await ask(t, { settings: { ...config, DATA_DIR: open, SECRET_KEY: undefined } });
  assert.deepEqual([of('DATA_DIR')?.state, of('DATA_DIR')?.remedy], ['wrong', `chmod 700 ${open}`]);
  assert.deepEqual([of(key)?.state, of(key)?.remedy], ['wrong', `chmod 600 ${key}`]);
  assert.equal(of('encryption key')?.state, 'wrong');
  assert.match(of('encryption key')!.detail, /the key here is/);
});

test('a backup that is missing, old or failed is wrong if backups are scheduled, and otherwise a warning', async t => {
  const { db } = service;
  const scheduled = { ...config, BACKUP_URL: '/mnt/safe' };
  const state = async (settings: Config) => (await ask(t, { settings })).of('last backup');
  assert.deepEqual([(await state(config))?.state, (await state(scheduled))?.state], ['warning', 'wrong']);
  const days = (number: number) => new Date(Date.now() - number * 86_400_000).toISOString();
  const row = { kind: 'scheduled' as const, place: '/mnt/safe', file_name: 'x', is_encrypted: false };
  const add = (id: string, status: 'good' | 'failed', date: string, status_reason = '') =>
    db
      .insertInto('backups')
      .values({ ...row, id, status, status_reason, creation_date: date, completion_date: date })
      .execute();
  await add('01900000-0000-7000-8000-000000000001', 'good', days(3));
  assert.deepEqual([(await state(config))?.state, (await state(scheduled))?.state], ['good', 'wrong']);
  await add('01900000-0000-7000-8000-000000000002', 'failed', days(1), 'The bucket is full.');
  assert.match((await state(scheduled))!.detail, /is from \d{4}-.* The bucket is full\./);
  await add('01900000-0000-7000-8000-000000000003', 'good', days(0));
  assert.equal((await state(scheduled))?.state, 'good');
  await db.deleteFrom('backups').execute();
});

test('a clock that is off by minutes is wrong, by a second good, and one that cannot be compared unknown', async () => {
  const off = async (seconds: number) =>
    (await checkClock('https://time.example', pageDated(new Date(Date.now() + seconds * 1000)))).state;
  assert.deepEqual(
    [await off(-120), await off(90), await off(10), await off(0)],
    ['wrong', 'wrong', 'warning', 'good'],
  );
  const mute: GetPage = async () => ({ failed: 'There was no answer within 10 seconds.' });
  assert.equal((await checkClock('https://time.example', mute)).state, 'unknown');
});

test('Node older than 24 is wrong', () => {
  assert.deepEqual([checkNode('22.1.0').state, checkNode('24.21.0').state], ['wrong', 'good']);
});
