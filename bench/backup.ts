// Measures how fast an installation with 300,000 subscribers (COUNT) and as many deliveries is backed up, read again and restored, compared
// with bare SQL that moves the same rows, and how much a running backup slows down sending to 50,000.
import { createReadStream } from 'node:fs';
import { openPlace } from '../src/backups/places.ts';
import { restoreBackup, verifyBackup } from '../src/backups/restore.ts';
import { streamBackup, type Written } from '../src/backups/write.ts';
import { connectDatabase } from '../src/platform/database/connect.ts';
import { openFileStore } from '../src/platform/storage/file-store.ts';
import { execute, withDatabase } from '../src/testing/database.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { seedDeliveries, seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { startSink, withService } from './rig/sending.ts';
import { median, printTable, type Row } from './rig/table.ts';
import { type Timed, timed } from './rig/timed.ts';

const count = Number(process.env.COUNT ?? 300_000);
const rounds = 3;
const recipients = 50_000;

await measureFiles();
await measureSending();

async function measureFiles(): Promise<void> {
  const { folder, remove } = await makeFolder();
  const { db, url, close } = await openBenchDatabase(`${folder}/data`);
  const newsletter = await seedNewsletter(db, 'k'.repeat(32));
  await seedSubscribers(db, newsletter, count);
  await seedDeliveries(db, newsletter);
  const store = await openFileStore({ data_dir: folder, files_url: undefined });
  const place = await openPlace(folder);
  const file = `${folder}/backup.tar.zst`;
  const target = withDatabase(url, 'restored');
  const source = { db, store, embedded: true, secret_keys: [], passphrase: null };
  let written: Written | undefined;
  let size = 0;
  const works: Record<string, () => Promise<unknown>> = {
    'bare COPY … TO': () =>
      execute(url, 'copy subscribers to stdout', 'copy (select * from deliveries) to stdout'),
    async backup() {
      size = await place.write(
        'backup.tar.zst',
        streamBackup(source, whole => {
          written = whole;
        }),
      );
    },
    'read again': () => verifyBackup(createReadStream(file), null),
    'bare insert … select': () =>
      execute(
        url,
        'create table copied_subscribers (like subscribers including all excluding generated)',
        'insert into copied_subscribers overriding system value select * from subscribers',
        'create table copied_deliveries (like deliveries including all)',
        'insert into copied_deliveries select * from deliveries',
        'drop table copied_subscribers, copied_deliveries',
      ),
    async restore() {
      const empty = connectDatabase(target, { size: 2, on_error: () => {} });
      const nothing = async () => {};
      await restoreBackup(
        async () => ({ db: empty, store, mark: nothing, keep_keys: nothing, finish: nothing }),
        createReadStream(file),
        null,
      );
      await empty.destroy();
    },
  };
  const times = new Map<string, Timed[]>(Object.keys(works).map(name => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    await execute(url, 'create database restored template template0');
    for (const [name, work] of Object.entries(works)) times.get(name)!.push(await timed(work));
    await execute(url, 'drop database restored');
  }
  await close();
  await remove();

  const megabytes = written!.manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  const yardsticks: Record<string, string> = {
    backup: 'bare COPY … TO',
    'read again': 'bare COPY … TO',
    restore: 'bare insert … select',
  };
  const rows = [...times].map(([what, all]): Row => {
    const yardstick = times.get(yardsticks[what] ?? what)!;
    return {
      what,
      seconds: median(all.map(({ seconds }) => seconds)),
      'MB/s': megabytes / median(all.map(({ seconds }) => seconds)),
      '× yardstick': median(all.map(({ seconds }, round) => seconds / yardstick[round]!.seconds)),
      'own CPU s': median(all.map(({ cpu }) => cpu)),
      'peak MB': Math.max(...all.map(({ peak }) => peak)),
    };
  });
  printTable(
    `${count} subscribers and deliveries: ${megabytes.toFixed(0)} MB, as a file ${(size / 1e6).toFixed(0)} MB; ${rounds} rounds`,
    rows,
  );
}

/** Sends alternately alone and while one backup after another is made. */
async function measureSending(): Promise<void> {
  const sink = await startSink();
  const { alone, beside, backups } = await withService(
    { smtp_url: sink.url, count: recipients },
    async ({ send, run, folder }) => {
      const paces = { alone: [] as number[], beside: [] as number[], backups: 0 };
      for (let round = 0; round < rounds; round += 1) {
        paces.alone.push(recipients / (await send(`Alone ${round}`)).seconds);
        await sink.empty(recipients);
        let isSent = false;
        const sending = send(`Beside ${round}`).finally(() => {
          isSent = true;
        });
        while (!isSent) {
          await run('backup', `${folder}/beside-${paces.backups}.tar.zst`);
          paces.backups += 1;
        }
        paces.beside.push(recipients / (await sending).seconds);
        await sink.empty(recipients);
      }
      return paces;
    },
  );
  await sink.end();
  printTable(`Sending to ${recipients}, ${rounds} rounds by turns; ${backups} backups`, [
    { what: 'alone', 'messages/s': median(alone), ratio: 1 },
    {
      what: 'while backups are made',
      'messages/s': median(beside),
      ratio: median(beside.map((pace, round) => pace / alone[round]!)),
    },
  ]);
}
