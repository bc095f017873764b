import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { createClient } from '../../src/client/client.ts';
import { openFakeS3 } from '../../src/testing/fake-s3.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { builtProgram, type RunningProcess, startProcess } from '../../src/testing/processes.ts';
import { openReceiver, type Receiver } from '../../src/testing/receiver.ts';
import { openSmtpSink, type SmtpSink } from '../../src/testing/smtp-sink.ts';
import { until } from '../../src/testing/until.ts';
import { testSecretKey } from '../../src/testing/vault.ts';

const people = 60;
const key = 'k'.repeat(40);

const opened = new AsyncDisposableStack();
let folder: string;
let sink: SmtpSink;
let receiver: Receiver;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postrider-drill-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  sink = await openSmtpSink();
  opened.defer(() => sink.close());
  receiver = await openReceiver();
  opened.defer(() => receiver.close());
});
after(() => opened.disposeAsync());

const settingsOf = (machine: string) => ({
  DATA_DIR: join(folder, machine),
  DATABASE_URL: '',
  SECRET_KEY: testSecretKey,
  SMTP_URL: sink.url,
  API_KEY: key,
  RATE_LIMIT: '1000000',
  ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
  UNCERTAIN_WINDOW: '10',
  SMTP_CONNECTIONS: '2',
});

type Machine = RunningProcess & { url: string; api: ReturnType<typeof createClient> };

/** Starts the service on its own data folder, as on a separate machine. */
async function start(machine: string, env: Record<string, string> = {}): Promise<Machine> {
  const port = String(await freePort());
  const settings = { ...settingsOf(machine), PORT: port, ...env };
  const running = await startProcess(['serve'], settings, /Stop with Ctrl-C/);
  const url = `http://127.0.0.1:${port}`;
  return Object.assign(running, {
    url,
    api: createClient({ base_url: url, key }),
    async [Symbol.asyncDispose]() {
      await running.end('SIGKILL');
      await killServer(machine);
    },
  });
}

/** Runs a command on the machine's data folder. */
function run(machine: string, ...args: string[]): Promise<{ code: number; printed: string }> {
  return new Promise(resolve => {
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined, ...settingsOf(machine) };
    execFile(process.execPath, [builtProgram, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
    );
  });
}

/** Kills the machine with everything on it, because PostgreSQL would outlive the program. */
async function killServer(machine: string): Promise<void> {
  const file = await readFile(join(folder, machine, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  const [pid] = file.split('\n');
  if (pid) process.kill(Number(pid), 'SIGKILL');
}

const sendingOf = async ({ url }: Machine) => (await (await fetch(`${url}/readyz`)).json()).sending;
const copiesOf = (subject: string) =>
  sink.accepted.filter(({ source }) => source.includes(`Subject: ${subject}\r\n`));
/** Returns everybody who got the email. Throws if somebody got it twice. */
function addressesOf(subject: string): Set<string> {
  const all = copiesOf(subject).map(({ to }) => to);
  assert.equal(new Set(all).size, all.length, `${subject}: somebody got it twice`);
  return new Set(all);
}

async function statusOf({ api }: Machine, id: string): Promise<string | undefined> {
  return (await api.get('/v1/emails/{id}', { params: { id } })).data?.status;
}

/** Checks that nothing was sent although the service has had time: it has written an export meanwhile, which is work too. */
async function goesNowhere(machine: Machine): Promise<void> {
  const before = [sink.accepted.length, receiver.received.length];
  const made = await machine.api.post('/v1/exports', { body: {} });
  await until('an export is written', async () => {
    const { data } = await machine.api.get('/v1/exports/{id}', { params: { id: made.data!.id } });
    return data?.url !== null;
  });
  assert.deepEqual([sink.accepted.length, receiver.received.length], before);
}

let scheduled: string;

test('the drill: killed in mid-send and its data deleted, restored on an empty machine, held, released, and nobody gets a mail twice', async () => {
  // The relay answers for a quarter, then for a half, so that the machine dies before the rest.
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let begun: string;
  {
    await using first = await start('first');
    const { api } = first;
    await api.post('/v1/webhooks', { body: { url: receiver.url } });
    for (let n = 0; n < people; n += 1)
      await api.post('/v1/subscribers', { body: { email_address: `r${n}@example.org`, type: 'regular' } });
    const date = '2035-01-01T00:00:00Z';
    scheduled = (
      await api.post('/v1/emails', {
        body: { subject: 'scheduled', body: 'Hi', status: 'scheduled', publish_date: date },
      })
    ).data!.id;
    sink.treat = () => {
      const sent = sink.accepted.length;
      const gate = sent < people / 4 ? undefined : sent < people / 2 ? gates[0] : gates[1];
      return gate ? { before_dot: gate.promise } : {};
    };
    begun = (await api.post('/v1/emails', { body: { subject: 'begun', body: 'Hi' } })).data!.id;
    await until('a quarter is sent', async () => copiesOf('begun').length >= people / 4);
    await api.post('/v1/bulk_actions', { body: { type: 'apply_tags', metadata: { tag: 'before' } } });
    const backup = await run('first', 'backup', join(folder, 'backup.tar.zst'));
    assert.equal(backup.code, 0, backup.printed);
    gates[0]!.resolve();
    await until('more is sent after the backup', async () => copiesOf('begun').length >= people / 2);
  }
  gates[1]!.resolve();
  await rm(join(folder, 'first'), { recursive: true });
  sink.treat = () => ({});

  const restored = await run('second', 'restore', join(folder, 'backup.tar.zst'));
  assert.equal(restored.code, 0, restored.printed);
  assert.match(restored.printed, /starts on hold/);
  const early = await run('second', 'resume');
  assert.deepEqual([early.code, /goes on hold when the service starts/.test(early.printed)], [0, true]);
  await using second = await start('second');
  await until('it says so', async () =>
    /ON HOLD: nothing is mailed[\s\S]*restored from a backup/.test(second.printed()),
  );
  assert.equal(await sendingOf(second), 'hold');
  await goesNowhere(second);

  const shown = await run('second', 'resume');
  assert.equal(shown.code, 0, shown.printed);
  assert.match(shown.printed, new RegExp(`${begun}.*in_flight`));
  assert.match(shown.printed, new RegExp(`${scheduled}.*scheduled`));
  const decided = await run('second', 'resume', '--rest', 'uncertain', '--send', scheduled);
  assert.equal(decided.code, 0, decided.printed);
  await until('the service goes on', async () => (await sendingOf(second)) === 'open');

  const { api } = second;
  await until('the email has ended', async () => (await statusOf(second, begun)) === 'sent');
  assert.equal(await statusOf(second, scheduled), 'scheduled');
  const mailed = addressesOf('begun');
  const { data } = await api.get('/v1/emails/{id}/deliveries', {
    params: { id: begun },
    query: { page_size: 1000 },
  });
  const ledger = data!.results;
  assert.equal(ledger.length, people, 'nobody is lost');
  for (const { email_address, status } of ledger) {
    assert.ok(status === 'accepted' || status === 'uncertain', status);
    if (status === 'accepted') assert.ok(mailed.has(email_address!), 'accepted means that it was sent');
  }
  const fresh = (await api.post('/v1/emails', { body: { subject: 'fresh', body: 'Hi' } })).data!.id;
  await until('a new email is sent', async () => (await statusOf(second, fresh)) === 'sent');
  assert.equal(addressesOf('fresh').size, people);
  assert.equal((await run('second', 'ledger', 'verify')).code, 0);
  assert.equal(await second.end('SIGTERM'), 0);
});

test('of two services on copies of one data folder, both running, only the original sends, calls webhooks and changes anything', async () => {
  {
    await using second = await start('second');
    assert.equal(await sendingOf(second), 'open', 'an ordinary restart is not held');
    const publish_date = new Date(Date.now() + 5000).toISOString();
    await second.api.patch('/v1/emails/{id}', { params: { id: scheduled }, body: { publish_date } });
    assert.equal(await second.end('SIGTERM'), 0);
  }
  await promisify(execFile)('cp', ['-a', join(folder, 'second'), join(folder, 'copy')]);
  await using copy = await start('copy');
  await until('it says so', async () => /ON HOLD[\s\S]*data folder is a copy/.test(copy.printed()));
  await copy.api.post('/v1/bulk_actions', { body: { type: 'apply_tags', metadata: { tag: 'of the copy' } } });
  await copy.api.post('/v1/subscribers', { body: { email_address: 'new@example.org' } });
  await goesNowhere(copy);
  await using second = await start('second');
  await until('the original sends it', async () => (await statusOf(second, scheduled)) === 'sent');
  await until('the original reports it', async () =>
    receiver.received.some(({ body }) => body.includes('email.sent') && body.includes(scheduled)),
  );
  assert.equal(addressesOf('scheduled').size, people, 'once each, and nobody from the copy');
  assert.equal(await sendingOf(copy), 'hold');
  const { data } = await copy.api.get('/v1/bulk_actions');
  assert.equal(data!.results[0]!.done_count, 0);
  assert.ok(
    !receiver.received.some(({ body }) => body.includes('copied_folder') || body.includes('new@example.org')),
  );
  assert.ok(!sink.accepted.some(({ to }) => to === 'new@example.org'));
});

/** Gives a copied data folder the file numbers that it remembers, as on a clone of the whole machine. */
async function disguise(machine: string): Promise<void> {
  const path = join(folder, machine, 'fence.json');
  const content = JSON.parse(await readFile(path, 'utf8'));
  const [file, around] = await Promise.all(
    [path, join(folder, machine)].map(one => stat(one, { bigint: true })),
  );
  Object.assign(content.place, {
    file: String(file!.ino),
    born: String(file!.birthtimeNs),
    folder: String(around!.ino),
    device: String(around!.dev),
  });
  await writeFile(path, JSON.stringify(content)); // writing keeps the file's number
}

test('of two services on clones of one machine, which look the same in everything, the witness lets only one send', async () => {
  await using s3 = await openFakeS3();
  const env = { FENCE_WITNESS: s3.url('safe/witness') };
  let id: string;
  {
    await using third = await start('third', env);
    await third.api.post('/v1/subscribers', { body: { email_address: 'ada@example.org', type: 'regular' } });
    const later = { status: 'scheduled', publish_date: '2035-01-01T00:00:00Z' } as const;
    id = (await third.api.post('/v1/emails', { body: { subject: 'cloned', body: 'Hi', ...later } })).data!.id;
    assert.equal(await third.end('SIGTERM'), 0);
  }
  await promisify(execFile)('cp', ['-a', join(folder, 'third'), join(folder, 'clone')]);
  await disguise('clone');
  await using third = await start('third', env);
  await until('the original has moved the witness', async () => (await sendingOf(third)) === 'open');
  await using clone = await start('clone', env);
  await until('the clone says so', async () => /ON HOLD[\s\S]*Another copy/.test(clone.printed()));
  const sendSoon = async ({ api }: Machine) => {
    const publish_date = new Date(Date.now() + 3000).toISOString();
    const { status } = await api.patch('/v1/emails/{id}', { params: { id }, body: { publish_date } });
    assert.equal(status, 200);
  };
  await sendSoon(clone);
  await goesNowhere(clone);
  await sendSoon(third);
  await until('the original sends it', async () => (await statusOf(third, id)) === 'sent');
  assert.deepEqual([...addressesOf('cloned')], ['ada@example.org']);
  assert.equal(await sendingOf(clone), 'hold');
});
