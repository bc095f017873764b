import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Config } from '../../platform/config/config.ts';
import { connectDatabase } from '../../platform/database/connect.ts';
import { execute } from '../../testing/database.ts';
import { openPair, type Pair } from '../../testing/database-servers.ts';
import { freePort } from '../../testing/free-port.ts';
import { openPrimary, type TestServer } from '../../testing/servers.ts';
import { until } from '../../testing/until.ts';
import type { Finding } from './finding.ts';
import { checkServers } from './servers.ts';

const opened = new AsyncDisposableStack();
let pair: Pair;
let stranger: TestServer;
before(async () => {
  pair = opened.use(await openPair({ synchronous: true }));
  stranger = opened.use(await openPrimary());
});
after(() => opened.disposeAsync());

const address = (...places: string[]) => `postgres://postrider@${places.join(',')}/postgres`;

/** Returns the doctor's finding on each thing, by its name. */
async function ask(
  given: Partial<Config>,
): Promise<Record<string, Pick<Finding, 'state' | 'detail' | 'remedy'>>> {
  const config = { DATABASE_URL: pair.url('postgres'), DATABASE_READ_LAG_SECONDS: 5, ...given } as Config;
  await using db = connectDatabase(config.DATABASE_URL!, { size: 2, on_error: () => {} });
  const findings = await checkServers(db, config);
  return Object.fromEntries(findings.map(({ about, ...rest }) => [about, rest]));
}

test('one server without replicas has nothing to say', async () => {
  assert.deepEqual(await ask({ DATABASE_URL: address(pair.primary.place) }), {});
});

test('the primary, a standby that can take over, and a synchronous standby are found', async () => {
  const found = await ask({});
  assert.deepEqual(
    Object.entries(found).map(([about, { state, detail }]) => [about, state, detail]),
    [
      ['synchronous standby', 'good', 'A standby has every commit before it is acknowledged.'],
      [`server ${pair.primary.place}`, 'good', 'It is the primary.'],
      [`server ${pair.standby.place}`, 'good', 'It is a standby, which can take over.'],
    ],
  );
});

test('a role that may not see standbys is told that commits wait for one', async () => {
  await execute(address(pair.primary.place), "create role plain login password 'plain'");
  const found = await ask({ DATABASE_URL: pair.url('postgres').replace('postrider@', 'plain:plain@') });
  assert.equal(found['synchronous standby']!.state, 'good');
  assert.match(
    found['synchronous standby']!.detail,
    /waits for a standby \(standby\)\. A role with pg_monitor/,
  );
});

test('a server that is another database, or away, cannot take over, and the doctor says what to do', async () => {
  const other = `127.0.0.1:${stranger.port}`;
  const away = `127.0.0.1:${await freePort()}`;
  const { password } = new URL(stranger.url);
  const DATABASE_URL = address(pair.primary.place, other, away).replace(
    'postrider@',
    `postrider:${password}@`,
  );
  const found = await ask({ DATABASE_URL });
  assert.deepEqual([found[`server ${other}`]!.state, found[`server ${away}`]!.state], ['wrong', 'warning']);
  assert.match(found[`server ${other}`]!.remedy, /Take it out of DATABASE_URL/);
  assert.match(found[`server ${away}`]!.detail, /does not answer/);
});

test('a replica is shown with its lag; one that is away, paused or not a replica is named with a remedy', async () => {
  const away = `127.0.0.1:${await freePort()}`;
  const read = (...places: string[]) => ({
    DATABASE_READ_URL: address(...places),
    DATABASE_READ_LAG_SECONDS: 1,
  });
  const found = await ask(read(pair.standby.place, pair.primary.place, away));
  assert.equal(found[`replica ${pair.standby.place}`]!.state, 'good');
  assert.match(found[`replica ${pair.standby.place}`]!.detail, /everything within \d+\.\d seconds/);
  assert.equal(found[`replica ${pair.primary.place}`]!.state, 'warning');
  assert.match(found[`replica ${pair.primary.place}`]!.detail, /accepts writes/);
  assert.match(found[`replica ${away}`]!.detail, /does not answer, so the primary is read/);
  const standby = address(pair.standby.place);
  await execute(standby, 'select pg_wal_replay_pause()');
  try {
    await execute(address(pair.primary.place), 'create database unseen');
    const paused = await ask(read(pair.standby.place));
    assert.equal(paused[`replica ${pair.standby.place}`]!.state, 'warning');
    assert.match(paused[`replica ${pair.standby.place}`]!.detail, /lags by more than 1 second,/);
  } finally {
    await execute(standby, 'select pg_wal_replay_resume()');
  }
});

test('without a synchronous standby the last moments may be lost; with one that is away, every commit waits', async () => {
  await pair.standby.end('SIGKILL');
  const found = await ask({});
  assert.equal(found['synchronous standby']!.state, 'wrong');
  assert.match(found['synchronous standby']!.detail, /standby\) names is connected, so every commit waits/);
  const primary = address(pair.primary.place);
  await execute(primary, "alter system set synchronous_standby_names = ''");
  await execute(primary, 'select pg_reload_conf()');
  await until(
    'nothing is synchronous',
    async () => (await ask({}))['synchronous standby']!.state === 'warning',
  );
  assert.match((await ask({}))['synchronous standby']!.remedy, /Set synchronous_standby_names/);
});
