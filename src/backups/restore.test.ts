import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { findDiscrepancies } from '../delivery/ledger/counts.ts';
import { countDomains } from '../delivery/ledger/domain-counts.ts';
import type { Database } from '../platform/database/connect.ts';
import {
  type Member,
  membersOf,
  openRestoring,
  packMembers,
  streamOf,
  takeBackup,
} from '../testing/backups.ts';
import { furnish } from '../testing/furnish.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { readRows, readStructure } from '../testing/rows.ts';
import { until } from '../testing/until.ts';
import { verifyBackup } from './restore.ts';
import { tables } from './tables.ts';
import type { BackupSource, Written } from './write.ts';

const passphrase = 'correct horse battery';
const keys = [{ id: '01234567', bytes: Buffer.alloc(32, 7) }];

let service: TestService;
let source: BackupSource;
let scheduled: { id: string; publish_date: string };
let clear: Written & { bytes: Buffer };

before(async () => {
  service = await startTestService({ works: true, env: { SMTP_URL: '' } });
  await furnish(service);
  const { body } = await service.api('POST', '/v1/emails', {
    subject: 'Later',
    body: 'tab\there, backslash \\N, line\nbreak, "quote", é',
    status: 'scheduled',
    publish_date: '2099-01-02T03:04:05Z',
  });
  scheduled = body;
  const { db, store } = service;
  source = { db, store, embedded: false, secret_keys: keys, passphrase: null };
  await countDomains(db, new Date()); // so that the worker has nothing to count after the backup
  clear = await takeBackup(source);
});
after(() => service.stop());

test('every table comes back row by row, with the structure that migrations give', async () => {
  await using place = await openRestoring();
  const { manifest } = await place.restore(clear.bytes);
  const [here, there] = [await readRows(service.db), await readRows(place.db)];
  assert.deepEqual([...there.keys()], [...here.keys()]);
  for (const [name, rows] of here) {
    if (name === 'restores') continue;
    assert.deepEqual(there.get(name), tables[name] === 'rows' ? rows : [], name);
  }
  assert.ok(here.get('deliveries')!.length > 0 && here.get('sessions')!.length > 0);
  assert.deepEqual(await readStructure(place.db), await readStructure(service.db));
  assert.deepEqual(await findDiscrepancies(place.db), []);
  const deliveries = manifest.tables.filter(({ name }) => name.startsWith('deliveries'));
  assert.equal(
    deliveries.reduce((sum, { rows }) => sum + rows, 0),
    here.get('deliveries')!.length,
  );
});

test('the restored database says when and where its backup was taken', async () => {
  await using place = await openRestoring();
  await place.restore(clear.bytes);
  const { rows } = await sql<Record<string, unknown>>`select * from restores`.execute(place.db);
  assert.equal(rows.length, 1);
  const [{ taken_at, origin, migration, secret_key_included } = {}] = rows;
  assert.equal(taken_at, clear.about.taken_at);
  assert.match(String(origin), /^installation [0-9a-f-]{36}, outside database, machine /);
  assert.equal(migration, clear.about.migrations.at(-1));
  assert.equal(secret_key_included, false);
});

test('files come back, and files deleted meanwhile are named', async () => {
  await using place = await openRestoring();
  await place.restore(clear.bytes);
  const ids = await service.db.selectFrom('files').select('id').orderBy('key').execute();
  assert.ok(ids.length >= 2);
  assert.deepEqual(
    [...place.files.keys()],
    ids.map(({ id }) => id),
  );
  for (const [key, bytes] of place.files)
    assert.deepEqual(Buffer.from(await service.store.getBytes(key)), bytes);
  const [{ id }] = ids as [{ id: string }];
  const bytes = Buffer.from(await service.store.getBytes(id));
  await service.store.delete(id);
  const without = await takeBackup(source);
  await service.store.put(id, bytes);
  assert.deepEqual(without.manifest.files.missing, [id]);
  await verifyBackup(streamOf(without.bytes), null);
});

test('a scheduled email waits for its date again', async () => {
  await using place = await openRestoring();
  await place.restore(clear.bytes);
  const { rows } = await sql`select work_date from emails where id = ${scheduled.id}`.execute(place.db);
  assert.deepEqual(rows, [{ work_date: '2099-01-02T03:04:05.000Z' }]);
});

test('keys that stand in mails sent after the backup are given to nobody else', async () => {
  await using place = await openRestoring();
  await place.restore(clear.bytes);
  for (const table of ['emails', 'subscribers']) {
    const next = sql<{ key: number }>`select nextval(pg_get_serial_sequence(${table}, 'key'))::bigint as key`;
    const [here] = (await next.execute(service.db)).rows;
    const [there] = (await next.execute(place.db)).rows;
    assert.ok(there!.key >= here!.key + 9_000_000, table);
  }
});

test('only an encrypted backup contains the key of the secrets', async () => {
  const sealed = await takeBackup({ ...source, passphrase });
  assert.deepEqual(await verifyBackup(streamOf(sealed.bytes), passphrase), {
    about: sealed.about,
    manifest: sealed.manifest,
    is_encrypted: true,
  });
  await using place = await openRestoring();
  await place.restore(sealed.bytes, passphrase);
  assert.deepEqual(place.keys, [keys[0]!.bytes]);
  assert.equal(clear.about.has_secret_key, false);
  assert.equal(
    (await membersOf(clear.bytes)).some(({ name }) => name === 'secret.key'),
    false,
  );
  await using other = await openRestoring();
  await assert.rejects(other.restore(sealed.bytes), /encrypted.*BACKUP_PASSPHRASE/s);
  await assert.rejects(other.restore(sealed.bytes, 'something else'), /passphrase is wrong/);
  await assertEmpty(other);
});

test('a restored database can be backed up and restored again with the same rows', async () => {
  await using first = await openRestoring();
  await first.restore(clear.bytes);
  const again = await takeBackup({ ...source, db: first.db, store: null });
  assert.deepEqual(
    again.manifest.tables.map(({ name, rows }) => [name, rows]),
    clear.manifest.tables.map(({ name, rows }) => [name, rows]),
  );
});

test('a database with tables in it is refused and keeps them', async () => {
  await using place = await openRestoring();
  await sql`create table precious (id int)`.execute(place.db);
  await assert.rejects(place.restore(clear.bytes), /not empty: it has the table public\.precious.*DATA_DIR/s);
  await sql`select from precious`.execute(place.db);
});

test('a backup of a newer version is refused with the version to use', async () => {
  const about = changeJson('about.json', (value: Record<string, unknown>) => ({
    ...value,
    version: '9.1.0',
    migrations: [...(value.migrations as string[]), '9999-tomorrow'],
  }));
  await refuse(
    await about(clear.bytes),
    /made by Postrider 9\.1\.0.*9999-tomorrow.*Use Postrider 9\.1\.0 or newer/s,
  );
  const form = changeJson('about.json', (value: object) => ({ ...value, format: 2, version: '9.1.0' }));
  await refuse(await form(clear.bytes), /made by Postrider 9\.1\.0, in a form/);
});

test('damage anywhere is noticed, and nothing of it gets into the database', async () => {
  const { bytes } = clear;
  const damaged = [
    ...[10, bytes.length >> 2, bytes.length >> 1, bytes.length - 200, bytes.length - 1].map(at => {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 0x10;
      return changed;
    }),
    ...[0, 3, 100, bytes.length >> 1, bytes.length - 1].map(length => bytes.subarray(0, length)),
    Buffer.concat([bytes, randomBytes(40)]),
  ];
  for (const [at, changed] of damaged.entries())
    await assert.rejects(verifyBackup(streamOf(changed), null), { name: 'BackupError' }, `case ${at}`);
  for (const changed of [damaged[2]!, damaged[4]!, damaged[9]!]) await refuse(changed, /damaged|cut off/);
});

test('wherever a flipped bit changes anything, it is called damage, never an error of the database', async () => {
  const { bytes } = clear;
  const members = await membersOf(bytes);
  const step = Math.ceil(bytes.length / 200);
  for (let at = 5; at < bytes.length; at += step) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1 << (at % 8);
    await verifyBackup(streamOf(changed), null).then(
      // A few bits of compressed data mean nothing, such as the size of the window to decompress with.
      async () => assert.deepEqual(await membersOf(changed), members, `byte ${at}`),
      ({ name, message }: Error) => {
        assert.equal(name, 'BackupError', `byte ${at}`);
        assert.match(message, /^The backup is (damaged|cut off): .*another backup\.$/, `byte ${at}`);
      },
    );
  }
  const first = Buffer.from(bytes);
  first[0]! ^= 1;
  await refuse(first, /not a backup of Postrider, or its first bytes are damaged/);
});

test('damaged rows that PostgreSQL refuses are called damaged, with their table', async () => {
  const flip = (name: string, at: number) => async () =>
    packMembers(
      (await membersOf(clear.bytes)).map(member => {
        const content = Buffer.from(member.content);
        if (member.name === name) content[at]! ^= 0x40;
        return { name: member.name, content };
      }),
    );
  await refuse(
    await flip('tables/subscribers/00000001', 5)(),
    /is damaged: the table subscribers does not match its checksum/,
  );
  const rename = changeJson('about.json', (value: { migrations: string[] }) => ({
    ...value,
    migrations: value.migrations.map(name => name.replace('0003', '0903')),
  }));
  // The form of the archive is whole here, so only the checksum of zstd can tell.
  const renamed = Buffer.from(await rename(clear.bytes));
  await refuse(renamed, /lacks the migration 0903/);
  renamed[renamed.length - 1]! ^= 1;
  await refuse(renamed, /is damaged: about\.json was changed/);
});

test('rows that do not fit, although the backup is complete, are said to come from a change to the backup', async () => {
  const members = (await membersOf(clear.bytes)).map(({ name, content }) => ({
    name,
    content: Buffer.from(content),
  }));
  const rows = members.find(({ name }) => name === 'tables/subscribers/00000001')!.content;
  rows[5]! ^= 0x40;
  const manifest = members.at(-1)!;
  const value = JSON.parse(manifest.content.toString());
  value.tables.find(({ name }: { name: string }) => name === 'subscribers').sha256 = createHash('sha256')
    .update(rows)
    .digest('hex');
  manifest.content = Buffer.from(JSON.stringify(value));
  await refuse(packMembers(members), /does not fit its tables \(subscribers\): .*It is undamaged/);
});

test('a backup that is taken while an email is being sent has a ledger without contradictions', async () => {
  const { db, newsletter, api } = service;
  const count = 3000;
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source)
    select gen_random_uuid(), ${newsletter.key}, a, a, 'regular', 'api'
    from (select 'sent' || n || '@example.org' as a from generate_series(1, ${count}::int) n) made`.execute(
    db,
  );
  const { body } = await api('POST', '/v1/emails', {
    subject: 'During',
    body: 'Hello',
    status: 'about_to_send',
  });
  const accepted = async (db: Database) => {
    const { rows } = await sql<{ subscriber_key: number }>`
      select subscriber_key from deliveries join emails on emails.key = email_key
      where emails.id = ${body.id} and deliveries.status = 'accepted' order by 1`.execute(db);
    return rows.map(({ subscriber_key }) => subscriber_key);
  };
  await until('the first copies to be accepted', async () => (await accepted(db)).length > 0);
  const during = await takeBackup({ ...source, store: null });
  await until(
    'the email to be sent',
    async () => (await api('GET', `/v1/emails/${body.id}`)).body.status === 'sent',
  );
  await using place = await openRestoring();
  await place.restore(during.bytes);
  assert.deepEqual(await findDiscrepancies(place.db), []);
  const [then, now] = [await accepted(place.db), new Set(await accepted(db))];
  assert.ok(then.length > 0 && now.size >= count);
  assert.ok(then.every(key => now.has(key)));
});

test('hostile content is refused', async () => {
  const members = await membersOf(clear.bytes);
  const tables = members.filter(({ name }) => name.startsWith('tables/emails/'));
  const inject = changeJson('about.json', (value: { tables: { name: string }[] }) => ({
    ...value,
    tables: value.tables.map((table, at) =>
      at === 0 ? { ...table, name: 'x"; drop table emails; --' } : table,
    ),
  }));
  await refuse(await inject(clear.bytes), /about\.json was changed, at tables\.0\.name/);
  const columns = changeJson('about.json', (value: { tables: { name: string; columns: string[] }[] }) => ({
    ...value,
    tables: value.tables.map(table => (table.name === 'emails' ? { ...table, columns: ['key'] } : table)),
  }));
  await refuse(await columns(clear.bytes), /table emails is different/);
  const part = changeJson('about.json', (value: { tables: { name: string; part: object | null }[] }) => ({
    ...value,
    tables: value.tables.map(table =>
      table.part ? { ...table, part: { ...table.part, to: '1); drop table emails; --' } } : table,
    ),
  }));
  await refuse(await part(clear.bytes), /about\.json was changed, at tables\.\d+\.part\.to/);
  const stray = [...members];
  stray.splice(-1, 0, { name: 'files/../../etc/passwd/00000001', content: Buffer.from('x') });
  await refuse(packMembers(stray), /\.\.\/etc\/passwd\/00000001 stands where manifest\.json should be/);
  await refuse(packMembers(members.filter(member => member !== tables[0])), /damaged: the table emails/);
  await refuse(packMembers(members.toReversed()), /stands where about\.json should be/);
  await refuse(packMembers(members.slice(0, -1)), /it ends where manifest\.json should be/);
  await refuse(packMembers([...members, members.at(-1)!]), /follows after its end/);
});

/** Expects that the backup is refused, and that the database shows no trace of it. */
async function refuse(bytes: Buffer, message: RegExp): Promise<void> {
  await using place = await openRestoring();
  await assert.rejects(place.restore(bytes), { name: 'BackupError', message });
  await assertEmpty(place);
}

async function assertEmpty(place: Awaited<ReturnType<typeof openRestoring>>): Promise<void> {
  assert.deepEqual([...(await readRows(place.db)).keys()], []);
}

function changeJson<T>(name: string, change: (value: T) => unknown) {
  return async (bytes: Buffer): Promise<Buffer> =>
    packMembers(
      (await membersOf(bytes)).map(
        (member): Member =>
          member.name === name
            ? { name, content: Buffer.from(JSON.stringify(change(JSON.parse(member.content.toString())))) }
            : member,
      ),
    );
}
