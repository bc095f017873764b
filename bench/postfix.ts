// Plays the recipe for people who deliver themselves (docs/running/postfix.md) with the real Postfix. Postrider hands a hundred copies to a
// Postfix on loopback, which delivers them to a receiver that refuses some at RCPT, some after the message, and delays some. Postfix
// returns what it gives up over LMTP, and the ledger and the readers must say so. Needs root and an installed Postfix.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '../src/platform/config/config.ts';
import { createLog } from '../src/platform/log.ts';
import { startService } from '../src/program/main.ts';
import { freePort } from '../src/testing/free-port.ts';
import { openSmtpSink } from '../src/testing/smtp-sink.ts';
import { until } from '../src/testing/until.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';

const run = promisify(execFile);
const isInstalled = await run('postconf', ['-h', 'mail_version']).then(
  () => true,
  () => false,
);
if (!isInstalled || process.getuid?.() !== 0) {
  console.log('Skipped: Postfix is not installed here, or this is not root.');
  process.exit();
}

const names = ['fine', 'gone', 'spam', 'slow'] as const;
const each = 25;
const key = 'a-key-that-is-long-enough-for-the-service';
const [port, lmtp, smtp] = await Promise.all([freePort(), freePort(), freePort()]);
const receiver = await openSmtpSink();
const tried = new Set<string>();
receiver.treat = to => {
  if (to.startsWith('gone')) return { rcpt: '550 5.1.1 User unknown' };
  if (to.startsWith('spam')) return { dot: '554 5.7.1 This looks like spam' };
  if (to.startsWith('slow') && !tried.has(to)) {
    tried.add(to);
    return { rcpt: '450 4.7.1 Greylisted, try again in 1 second' };
  }
  return {};
};
const folder = await startPostfix();
const data = await makeFolder();
const database = await openBenchDatabase(data.folder);
const settings = {
  PORT: String(port),
  BASE_URL: `http://127.0.0.1:${port}`,
  DATABASE_URL: database.url,
  SMTP_URL: `smtp://127.0.0.1:${smtp}`,
  API_KEY: key,
  BOUNCE_DOMAIN: 'bounces.example.org',
  BOUNCE_LMTP_PORT: String(lmtp),
};
const service = await startService(readConfig(settings, '/nowhere/.env'), createLog('silent'));
try {
  await play();
} finally {
  await service.stop();
  await run('postfix', ['-c', folder, 'stop']);
  await Promise.all([database.close(), receiver.close(), rm(folder, { recursive: true })]);
  await data.remove();
}

/** Starts Postfix with the committed recipe, and with folders, ports and the receiver of this run. Returns its address. */
async function startPostfix(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-postfix-'));
  for (const name of ['queue', 'data']) await mkdir(join(folder, name));
  await chmod(folder, 0o755);
  await run('chown', ['postfix', join(folder, 'data')]);
  const recipe = await readFile(join(import.meta.dirname, '../deploy/postfix/main.cf'), 'utf8');
  const own = [
    `queue_directory = ${folder}/queue`,
    `data_directory = ${folder}/data`,
    `maillog_file = /var/log/postrider-postfix.log`,
    `relayhost = [127.0.0.1]:${Number(new URL(receiver.url).port)}`,
    'inet_interfaces = loopback-only',
    'minimal_backoff_time = 1s',
    'queue_run_delay = 1s',
  ];
  const main = recipe
    .replace('inet:127.0.0.1:2424', `inet:127.0.0.1:${lmtp}`)
    .replaceAll(/^minimal_backoff_time.*\n/gm, '');
  await writeFile(join(folder, 'main.cf'), `${main}\n${own.join('\n')}\n`);
  const master = await readFile('/etc/postfix/master.cf', 'utf8');
  await writeFile(
    join(folder, 'master.cf'),
    master
      .replaceAll(/^smtp +inet/gm, `127.0.0.1:${smtp} inet`)
      .replaceAll(/^(\S+ +\S+ +\S+ +\S+ +)y/gm, '$1n'),
  );
  await run('postfix', ['-c', folder, 'start']);
  return folder;
}

async function play(): Promise<void> {
  const addresses = names.flatMap(name =>
    Array.from({ length: each }, (_, at) => `${name}${at}@example.net`),
  );
  for (const email_address of addresses)
    await api('POST', '/v1/subscribers', { email_address, type: 'regular' });
  const [{ id }] = (await api('GET', '/v1/newsletters')).results;
  await api('PATCH', `/v1/newsletters/${id}`, { from_address: 'news@example.org' });
  const email = await api('POST', '/v1/emails', { subject: 'Through Postfix', body: 'Hello' });
  const figures = () => api('GET', `/v1/emails/${email.id}/analytics`);
  await until('everything arrived or came back', async () => {
    const { recipients, temporary_failures, permanent_failures } = await figures();
    return (
      recipients === addresses.length &&
      receiver.accepted.length === 2 * each &&
      permanent_failures === each &&
      temporary_failures === each
    );
  });
  console.log('email', await figures());
  for (const name of names) {
    const { type, unsubscription_reason } = await api('GET', `/v1/subscribers/${name}0@example.net`);
    console.log(`${name.padEnd(5)} ${type.padEnd(14)} ${unsubscription_reason}`);
  }
  const { results } = await api('GET', '/v1/feedback?page_size=100');
  const kinds = Object.entries(Object.groupBy(results, (one: { kind: string }) => one.kind));
  console.log('came back over LMTP:', Object.fromEntries(kinds.map(([kind, of]) => [kind, of?.length])));
}

// biome-ignore lint/suspicious/noExplicitAny: as any client sees it
async function api(method: string, path: string, body?: unknown): Promise<any> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
