import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { type Dns, openDns } from '../../domains/dns.ts';
import { findSenderCheck } from '../../domains/queries.ts';
import { type CheckSender, openSenderChecks } from '../../domains/sender-check.ts';
import { createLog } from '../../platform/log.ts';
import { forEverybody, readRelays } from '../../platform/mail/smtp/relays.ts';
import { openDnsServer, type Zone } from '../../testing/dns-server.ts';
import { lettersAbout, openOutbox } from '../../testing/letters.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { listRecords } from './queries.ts';
import { printDomain } from './tell.ts';
import { checkSendersDue } from './watch.ts';

const log = createLog('silent');
const domain = 'tides.example';
const relay = readRelays('smtp://relay.example').map(server => forEverybody(server));
let service: TestService;
let dns: Awaited<ReturnType<typeof openDnsServer>>;
let now = new Date('2030-01-01T00:00:00Z');
before(async () => {
  service = await startTestService();
  dns = await openDnsServer({});
  await service.db
    .updateTable('newsletters')
    .set({ from_address: `news@${domain}` })
    .execute();
});
after(async () => {
  await dns[Symbol.asyncDispose]();
  await service.stop();
});
beforeEach(async () => {
  for (const name of Object.keys(dns.zone)) delete dns.zone[name];
  for (const table of ['domain_records', 'sender_checks', 'letters', 'dkim_keys'] as const)
    await service.db.deleteFrom(table).execute();
});

const good: Zone = {
  [domain]: { TXT: ['v=spf1 include:relay.example -all'] },
  'relay.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
  [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=reject'] },
};
const publish = (zone: Zone) => Object.assign(dns.zone, zone);
const checking = (relays = async () => relay) =>
  openSenderChecks({
    dns: openDns([dns.server]),
    reach: async () => [{ name: 'relay.example:25', state: 'reachable' as const, detail: '' }],
    clock: () => now,
    bounce_domain: undefined,
    relays,
    base_url: 'https://news.example',
  });
const due = (check: CheckSender = checking(), relays = async () => relay) => {
  now = new Date(now.getTime() + 60_000);
  return checkSendersDue({ ...service, clock: () => now, log, relays }, check);
};
/** Looks as if so many hours had gone by since the last look. */
const lookAfter = async (hours: number, check?: CheckSender) => {
  await sql`update sender_checks set due_date = now() - interval '1 second'`.execute(service.db);
  await sql`update domain_records set doubt_date = doubt_date - make_interval(hours => ${hours})`.execute(
    service.db,
  );
  assert.equal(await due(check), 1);
};
const outboxOf = () =>
  openOutbox(
    service,
    { printers: { tell_domain: printDomain({ ...service, clock: () => now }) }, clock: () => now, log },
    () => ({ status: 'accepted', reply: '250 OK' }),
  );
const letters = async () => (await lettersAbout(service.db, service.newsletter.id)).length;

test('a record that is gone at two looks is reported once, with what DNS had, and so is one that is back', async () => {
  publish(good);
  await due();
  delete dns.zone[`_dmarc.${domain}`];
  publish({ [domain]: { TXT: ['v=spf1 +all'] } });
  await lookAfter(24);
  assert.equal(await letters(), 0, 'once may be a mistake');
  await lookAfter(1);
  assert.equal(await letters(), 1);
  const outbox = outboxOf();
  await outbox.deliver();
  const [letter] = outbox.mails;
  assert.match(letter!.source, /Subject: 2 DNS records of tides\.example are gone or wrong/);
  const text = letter!.source.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  assert.match(text, /DNS had: TXT v=spf1 include:relay\.example -all/);
  assert.match(text, /DNS had: TXT v=DMARC1; p=reject/);
  for (let look = 0; look < 5; look += 1) await lookAfter(1);
  assert.equal(await letters(), 0, 'it was told');
  publish(good);
  await lookAfter(1);
  assert.equal(await letters(), 0);
  await lookAfter(1);
  await outbox.deliver();
  assert.equal(outbox.mails.length, 2);
  assert.match(outbox.mails[1]!.source, /Subject: 2 DNS records of tides\.example are back/);
  await lookAfter(1);
  await outbox.deliver();
  assert.equal(outbox.mails.length, 2);
});

test('DNS that does not answer, fails or answers nonsense loses no record, and a record that was never there is not lost', async () => {
  publish(good);
  await due();
  for (const fault of ['SERVFAIL', 'REFUSED', 'garbage'] as const) {
    publish({ [domain]: fault, [`_dmarc.${domain}`]: fault });
    await lookAfter(1);
    await lookAfter(1);
  }
  assert.equal(await letters(), 0);
  assert.deepEqual(
    (await listRecords(service.db, service.newsletter.key)).map(({ purpose, is_lost }) => [purpose, is_lost]),
    [
      ['DMARC', false],
      ['SPF', false],
    ],
  );
  await service.db.deleteFrom('domain_records').execute();
  delete dns.zone[domain];
  delete dns.zone[`_dmarc.${domain}`];
  await lookAfter(1);
  await lookAfter(1);
  assert.equal(await letters(), 0);
});

test('a record that comes and goes between looks is reported neither as lost nor as back', async () => {
  publish(good);
  await due();
  for (let turn = 0; turn < 3; turn += 1) {
    delete dns.zone[`_dmarc.${domain}`];
    await lookAfter(1);
    publish(good);
    await lookAfter(1);
  }
  assert.equal(await letters(), 0);
});

test('two workers that find the same loss at once request one letter', async () => {
  publish(good);
  await due();
  delete dns.zone[`_dmarc.${domain}`];
  await lookAfter(24);
  await sql`update sender_checks set due_date = now() - interval '1 second'`.execute(service.db);
  await sql`update domain_records set doubt_date = now() - interval '1 hour'`.execute(service.db);
  await Promise.all([due(), due(), due()]);
  assert.equal(await letters(), 1);
  const outbox = outboxOf();
  await outbox.deliver();
  assert.equal(outbox.mails.length, 1);
});

test('a loss that a wrong clock dated into the future is still confirmed', async () => {
  publish(good);
  await due();
  delete dns.zone[`_dmarc.${domain}`];
  await lookAfter(24);
  await sql`update domain_records set doubt_date = now() + interval '9 years'`.execute(service.db);
  await sql`update sender_checks set due_date = now() + interval '9 years', checked_date = now() + interval '9 years'`.execute(
    service.db,
  );
  assert.equal(await due(), 1);
  await lookAfter(1);
  assert.equal(await letters(), 1);
});

test('senders are checked when they are due, and their faults are kept', async () => {
  const { db, newsletter } = service;
  const check = checking();
  const set = (changes: object) => db.updateTable('sender_checks').set(changes).execute();
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  assert.equal(await due(check), 1);
  const kept = await findSenderCheck(db, newsletter.key);
  assert.ok(
    kept?.faults.some(fault => fault.startsWith('DMARC: ')),
    kept?.faults.join(),
  );
  assert.equal(await due(check), 0, 'just checked');
  const { due_date } = await db.selectFrom('sender_checks').select('due_date').executeTakeFirstOrThrow();
  assert.ok(Date.parse(due_date) < Date.now() + 2 * 3_600_000, 'something is wrong');
  await set({ due_date: ago(1) });
  const silent: CheckSender = async (...asked) => ({
    ...(await check(...asked)),
    state: 'unknown',
    faults: [],
  });
  assert.equal(await due(silent), 1);
  assert.deepEqual((await findSenderCheck(db, newsletter.key))?.faults, kept?.faults, 'DNS did not answer');
  await set({ due_date: ago(1) });
  assert.equal(await due(() => Promise.reject(new Error('no database'))), 0);
  assert.equal(await due(check), 1, 'those that could not be checked are still due');
  await set({ from_address: 'another@example.org' });
  assert.equal(await findSenderCheck(db, newsletter.key), undefined, 'it is about another sender');
  assert.equal(await due(check), 1);
});

test('while mail stays in the built-in inbox, DNS is not asked', async () => {
  const none = async () => [];
  const asked = dns.asked.length;
  assert.equal(await due(checking(none), none), 1);
  assert.equal(dns.asked.length, asked);
  assert.deepEqual((await findSenderCheck(service.db, service.newsletter.key))?.faults, []);
});

test('a text of 60,000 characters is read and shown in part, and a circle of aliases ends', async () => {
  const huge = `v=spf1 ${'ip4:192.0.2.1 '.repeat(4_000)}-all`;
  publish({ [domain]: { TXT: [huge] }, [`_dmarc.${domain}`]: { CNAME: ['a.example'] } });
  publish({ 'a.example': { CNAME: ['b.example'] }, 'b.example': { CNAME: ['a.example'] } });
  const server: Dns = openDns([dns.server]);
  const answer = await server.txt(domain);
  assert.ok('found' in answer && answer.found[0]!.length === huge.length);
  const sender = { ...service.newsletter, from_address: `news@${domain}` };
  const { records } = await checking()(service.db, sender, { fresh: true });
  const [spf, dmarc] = records;
  assert.deepEqual([spf!.state, spf!.found[0]?.length, spf!.detail], ['found', 1000, '']);
  assert.notEqual(dmarc!.state, 'found');
});
