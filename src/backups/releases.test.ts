import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { findDiscrepancies } from '../delivery/ledger/counts.ts';
import { connectDatabase } from '../platform/database/connect.ts';
import { openRestoring, takeBackup } from '../testing/backups.ts';
import { createTestDatabase } from '../testing/database.ts';
import { furnish } from '../testing/furnish.ts';
import { startTestService } from '../testing/postrider.ts';
import { readStructure } from '../testing/rows.ts';

/**
 * A small backup of a furnished installation of each release, which `npm run release` makes. Backups are kept instead of data folders,
 * because they are a thousandth of the size and need no database server of that time. They are restored with the migrations of that time
 * and upgraded by all later ones.
 */
const folder = new URL('releases/', import.meta.url);
const files = readdirSync(folder);

test('every release has a backup', () => {
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  for (const [, version] of changelog.matchAll(/^## \[?v?(\d+\.\d+\.\d+)/gm))
    assert.ok(
      files.includes(`${version}.tar.zst`),
      `make it with the code of that release: RELEASE=${version} npm test -- src/backups/releases.test.ts`,
    );
});

test('the data of every earlier release can be restored in this version, and the service starts on it', async t => {
  const data_dir = await mkdtemp(join(tmpdir(), 'postrider-releases-'));
  t.after(() => rm(data_dir, { recursive: true, force: true }));
  const database = await createTestDatabase();
  const db = connectDatabase(database.url, { size: 1, on_error: () => {} });
  const structure = (await readStructure(db)).filter(line => !/deliveries_\d/.test(line));
  await db.destroy();
  await database.drop();
  for (const file of files) {
    await using place = await openRestoring();
    const { about } = await place.restore(readFileSync(new URL(file, folder)));
    assert.deepEqual(
      (await readStructure(place.db)).filter(line => !/deliveries_\d/.test(line)),
      structure,
      file,
    );
    assert.deepEqual(await findDiscrepancies(place.db), [], file);
    const { rows } = await sql<{ subscribers: number; emails: number; deliveries: number }>`
      select (select count(*) from subscribers)::int as subscribers, (select count(*) from emails)::int as emails,
        (select count(*) from deliveries)::int as deliveries`.execute(place.db);
    assert.ok(rows[0]!.subscribers > 0 && rows[0]!.emails > 0 && rows[0]!.deliveries > 0, file);
    assert.ok(about.migrations.length > 0);
    assert.match((await place.start(data_dir)).hold ?? 'not on hold', /restored from a backup/, file);
  }
});

test('makes the backup of a release', { skip: !process.env.RELEASE }, async () => {
  const service = await startTestService({ works: true, env: { SMTP_URL: '' } });
  try {
    await furnish(service);
    const { db } = service;
    const { bytes } = await takeBackup({
      db,
      store: null,
      embedded: false,
      secret_keys: [],
      passphrase: null,
    });
    await mkdir(folder, { recursive: true });
    await writeFile(new URL(`${process.env.RELEASE}.tar.zst`, folder), bytes);
  } finally {
    await service.stop();
  }
});
