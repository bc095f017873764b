import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { DkimKey } from '../../client/schema.ts';
import { openDns } from '../../domains/dns.ts';
import { signerOf } from '../../domains/keys.ts';
import { openSenderChecks } from '../../domains/sender-check.ts';
import { createLog } from '../../platform/log.ts';
import { forEverybody, readRelays } from '../../platform/mail/smtp/relays.ts';
import { openDnsServer } from '../../testing/dns-server.ts';
import { openOutbox } from '../../testing/letters.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { printKeys } from './tell-keys.ts';
import { checkSendersDue } from './watch.ts';

const log = createLog('silent');
const domain = 'tides.example';
const zone = 'dkim.operator.example';
const relay = readRelays('smtp://relay.example').map(server => forEverybody(server));
let service: TestService;
let dns: Awaited<ReturnType<typeof openDnsServer>>;
let path: string;
// Letters compare this clock with dates of the database.
const clock = () => new Date();
let looks = Date.now();
before(async () => {
  service = await startTestService({ env: { DKIM_ZONE: zone } });
  dns = await openDnsServer({});
  path = `/v1/newsletters/${service.newsletter.id}`;
});
after(async () => {
  await dns[Symbol.asyncDispose]();
  await service.stop();
});
beforeEach(async () => {
  for (const name of Object.keys(dns.zone)) delete dns.zone[name];
  for (const table of ['domain_records', 'sender_checks', 'letters', 'dkim_keys'] as const)
    await service.db.deleteFrom(table).execute();
  await service.api('PATCH', path, { from_address: `news@${domain}`, dkim_rotation_months: 6 });
});

const relays = async () => relay;
/** Looks at DNS as if so many days had gone by since the last look. */
async function lookAfter(days: number, workers = 1): Promise<void> {
  await sql`update dkim_keys set status_date = status_date - make_interval(days => ${days}),
    seen_date = seen_date - make_interval(days => ${days}), told_date = told_date - make_interval(days => ${days}),
    creation_date = creation_date - make_interval(days => ${days})`.execute(service.db);
  await sql`update sender_checks set due_date = now() - interval '1 second'`.execute(service.db);
  const look = () => {
    looks += 60_000;
    const taken = new Date(looks);
    const check = openSenderChecks({
      dns: openDns([dns.server]),
      reach: async () => [{ name: 'relay.example:25', state: 'reachable', detail: '' }],
      clock: () => taken,
      bounce_domain: undefined,
      relays,
      base_url: 'https://news.example',
    });
    return checkSendersDue({ ...service, clock, log, relays }, check);
  };
  await Promise.all(Array.from({ length: workers }, look));
}
const keys = async (): Promise<DkimKey[]> => (await service.api('GET', `${path}/dkim_keys`)).body.results;
const make = async (body: object): Promise<DkimKey[]> =>
  (await service.api('POST', `${path}/dkim_keys`, body)).body.results;
const publish = (some: DkimKey[]) => {
  for (const { record_name, record } of some) dns.zone[record_name] = { TXT: [record] };
};
const statuses = async () =>
  Object.fromEntries((await keys()).map(key => [key.selector, key.is_destroyed ? 'destroyed' : key.status]));
const openLetters = () =>
  openOutbox(service, { printers: { tell_dkim_keys: printKeys({ ...service, clock }) }, clock, log }, () => ({
    status: 'accepted',
    reply: '250 OK',
  }));
const textOf = ({ source }: { source: string }) => source.replace(/=\r\n/g, '').replaceAll('=3D', '=');
const newsletter = () => ({ ...service.newsletter, from_address: `news@${domain}` });
const sign = async () =>
  (await (await signerOf(service.db, service.vault, newsletter()))(message, new Date())).join('');
const message = [
  `From: news@${domain}\r\nTo: a@b.example\r\nSubject: Tides\r\nDate: Sun, 29 Nov 2026 08:00:00 +0000\r\n\r\nHigh.\r\n`,
];
/** Returns the verdict on each signature by a receiver that asks the DNS server. */
async function verify(source: string): Promise<string[]> {
  const server = openDns([dns.server]);
  const resolver = async (name: string) => {
    const answer = await server.txt(name);
    if ('failed' in answer || answer.found.length === 0)
      throw Object.assign(new Error('no record'), { code: 'ENOTFOUND' });
    return answer.found.map(record => [record]);
  };
  const { results } = await dkimVerify(Buffer.from(source, 'latin1'), { resolver });
  return results.map(({ status }) => status.result);
}

test('keys are replaced by the calendar: made ahead, signing once DNS has them, and the old ones verify for a week', async () => {
  const first = await make({ is_delegated: false });
  publish(first);
  await lookAfter(0);
  assert.deepEqual(new Set(Object.values(await statuses())), new Set(['active']));
  await lookAfter(100);
  assert.equal((await keys()).length, 2, 'not due yet');
  await lookAfter(69); // six months have at least 181 days
  const second = (await keys()).filter(({ status }) => status === 'waiting');
  assert.deepEqual(
    second.map(({ is_planned, algorithm }) => [is_planned, algorithm]),
    [
      [true, 'ed25519-sha256'],
      [true, 'rsa-sha256'],
    ],
  );
  const letters = openLetters();
  await lookAfter(0);
  await letters.deliver();
  assert.match(letters.mails[0]!.source, /Subject: New DKIM keys of tides\.example: 2 records to publish/);
  for (const { record_name, record } of second)
    assert.ok(textOf(letters.mails[0]!).includes(`${record_name} TXT ${record}`));
  await lookAfter(1);
  await letters.deliver();
  assert.equal(letters.mails.length, 1, 'told once');
  await lookAfter(14);
  await letters.deliver();
  assert.equal(letters.mails.length, 2, 'and again after two weeks');
  assert.equal(Object.values(await statuses()).filter(status => status === 'active').length, 2);

  const before = await sign();
  publish(second);
  await lookAfter(0);
  assert.equal(Object.values(await statuses()).filter(status => status === 'waiting').length, 2, 'just seen');
  await lookAfter(1);
  const named = await statuses();
  assert.deepEqual(
    [...second, ...first].map(({ selector }) => named[selector]),
    ['active', 'active', 'retired', 'retired'],
  );
  const afterwards = await sign();
  assert.match(afterwards, new RegExp(`s=${second[0]!.selector}`));
  assert.deepEqual(
    [...(await verify(before)), ...(await verify(afterwards))],
    ['pass', 'pass', 'pass', 'pass'],
  );
  const [retired] = (await keys()).filter(({ status }) => status === 'retired');
  assert.ok(Date.parse(retired!.record_until!) > Date.now() + 6 * 86_400_000);

  await lookAfter(6);
  assert.equal(Object.values(await statuses()).filter(status => status === 'destroyed').length, 0);
  await lookAfter(2);
  assert.equal(Object.values(await statuses()).filter(status => status === 'destroyed').length, 2);
  const stored = await service.db
    .selectFrom('dkim_keys')
    .select('private_key')
    .where('status', '=', 'retired')
    .execute();
  assert.deepEqual(
    stored.map(({ private_key }) => private_key),
    ['', ''],
  );
  await letters.deliver();
  assert.match(letters.mails[2]!.source, /Subject: 2 DKIM records of tides\.example may be removed/);
  const answer = await service.api('PATCH', `${path}/dkim_keys/${first[0]!.id}`, { status: 'active' });
  assert.deepEqual([answer.status, answer.body.code], [400, 'request_invalid']);
  await lookAfter(40);
  assert.equal((await keys()).length, 2, 'those destroyed long ago are forgotten');
});

test('with delegation the domain has two aliases for ever, and the operator alone publishes each new key', async () => {
  const [first] = await make({});
  assert.equal((await keys()).length, 1, 'RSA alone');
  assert.match(first!.record_name, new RegExp(`^pr1-[0-9a-f]{12}\\.${zone.replaceAll('.', '\\.')}$`));
  const aliases = [first!.alias_name!, first!.alias_name!.replace('pr1', 'pr2')];
  const records = async () =>
    (await service.api('POST', `${path}/domain/check`, {})).body.records.filter(
      ({ purpose }: { purpose: string }) => purpose === 'DKIM',
    );
  assert.ok((await records()).length >= 2);
  for (const alias of aliases) dns.zone[alias] = { CNAME: [`${alias.split('.')[0]}.${zone}`] };
  await lookAfter(0);
  assert.equal((await keys())[0]!.status, 'waiting', 'the operator has not published it');
  publish([first!]);
  await lookAfter(0);
  assert.equal((await keys())[0]!.status, 'active');
  assert.deepEqual(await verify(await sign()), ['pass']);

  for (const turn of [1, 2, 3]) {
    await lookAfter(185);
    const [next] = (await keys()).filter(({ status }) => status === 'waiting');
    assert.ok(next, `turn ${turn}`);
    assert.ok(aliases.includes(next.alias_name!));
    publish([next]);
    await lookAfter(0);
    await lookAfter(1);
    assert.equal((await keys()).find(({ id }) => id === next.id)!.status, 'active');
    assert.deepEqual(await verify(await sign()), ['pass']);
    await lookAfter(0);
    await lookAfter(8);
    assert.deepEqual(Object.values(await statuses()).toSorted(), ['active', 'destroyed']);
  }
  assert.equal(
    (await service.db.selectFrom('letters').select('id').where('kind', '=', 'tell_dkim_keys').execute())
      .length,
    0,
  );
});

test('an alias that is missing or leads elsewhere, in a circle or to nothing is told apart from an unpublished key', async () => {
  const [key] = await make({});
  const alias = key!.alias_name!;
  const other = alias.replace('pr1', 'pr2');
  const judged = async () => {
    const check = openSenderChecks({
      dns: openDns([dns.server]),
      reach: async () => [],
      clock,
      bounce_domain: undefined,
      relays,
      base_url: 'https://news.example',
    });
    const { records } = await check(service.db, newsletter(), { fresh: true });
    return Object.fromEntries(
      records
        .filter(({ purpose }) => purpose === 'DKIM')
        .map(({ name, type, state }) => [`${type} ${name}`, state]),
    );
  };
  const missing = {
    [`CNAME ${alias}`]: 'missing',
    [`CNAME ${other}`]: 'missing',
    [`TXT ${key!.record_name}`]: 'missing',
  };
  assert.deepEqual(await judged(), missing);
  dns.zone[alias] = { CNAME: [alias] };
  dns.zone[other] = { CNAME: ['elsewhere.example'] };
  assert.deepEqual(await judged(), { ...missing, [`CNAME ${alias}`]: 'wrong', [`CNAME ${other}`]: 'wrong' });
  dns.zone[alias] = { CNAME: [key!.record_name] };
  assert.deepEqual(await judged(), { ...missing, [`CNAME ${alias}`]: 'found', [`CNAME ${other}`]: 'wrong' });
  dns.zone[alias] = 'SERVFAIL';
  assert.equal((await judged())[`CNAME ${alias}`], 'unknown');
  // The text itself in place of an alias serves receivers as well.
  dns.zone[alias] = { TXT: [key!.record] };
  assert.equal((await judged())[`CNAME ${alias}`], 'found');
});

test('two workers at once make one successor, and so does one look', async () => {
  publish(await make({ is_delegated: false }));
  await lookAfter(0);
  await lookAfter(0);
  await lookAfter(200, 4);
  assert.equal((await keys()).filter(({ status }) => status === 'waiting').length, 2);
});

test('after a jump of the clock nothing is made or destroyed until a second look', async () => {
  publish(await make({ is_delegated: false }));
  await lookAfter(0);
  await lookAfter(0);
  await sql`update dkim_keys set status_date = now() - interval '1 year'`.execute(service.db);
  await sql`update sender_checks set due_date = now() - interval '1 year'`.execute(service.db);
  const due = service.db.selectFrom('sender_checks').select('due_date');
  const before = (await due.executeTakeFirstOrThrow()).due_date;
  looks += 60_000;
  const taken = new Date(looks);
  const check = openSenderChecks({
    dns: openDns([dns.server]),
    reach: async () => [],
    clock: () => taken,
    bounce_domain: undefined,
    relays,
    base_url: 'https://news.example',
  });
  assert.equal(await checkSendersDue({ ...service, clock, log, relays }, check), 1);
  assert.equal((await keys()).length, 2);
  assert.notEqual((await due.executeTakeFirstOrThrow()).due_date, before);
  await lookAfter(0);
  assert.equal((await keys()).length, 4);
  // A key whose date a wrong clock has put into the future is replaced as if it were new.
  await sql`update dkim_keys set status_date = now() + interval '70 years'`.execute(service.db);
  await lookAfter(0);
  const { rows } = await sql`select 1 from dkim_keys where status_date > now() + interval '1 hour'`.execute(
    service.db,
  );
  assert.equal(rows.length, 0);
});

test('a successor whose record goes away waits a whole day again, and without a calendar no successor is made', async () => {
  const first = await make({ is_delegated: false });
  publish(first);
  await lookAfter(0);
  const second = await make({ is_delegated: false });
  publish(second);
  await lookAfter(0);
  for (const { record_name } of second) delete dns.zone[record_name];
  await lookAfter(1);
  publish(second);
  await lookAfter(0);
  assert.equal((await keys()).filter(({ status }) => status === 'waiting').length, 2);
  await service.api('PATCH', path, { dkim_rotation_months: null });
  await lookAfter(1);
  assert.equal((await keys()).filter(({ status }) => status === 'active').length, 2);
  await lookAfter(900);
  await lookAfter(0);
  assert.equal((await keys()).filter(({ status }) => status === 'waiting').length, 0);
});

test('newsletters of one domain never share a selector', async () => {
  const [mine] = await make({});
  const own = await make({ is_delegated: false });
  const other = await service.foreignKey();
  const { body } = await service.api('GET', '/v1/newsletters', undefined, other);
  const { id } = body.results[0];
  await service.api('PATCH', `/v1/newsletters/${id}`, { from_address: `other@${domain}` }, other);
  const made = async (wish: object) =>
    (await service.api('POST', `/v1/newsletters/${id}/dkim_keys`, wish, other)).body.results as DkimKey[];
  const theirs = [...(await made({})), ...(await made({ is_delegated: false }))];
  const names = [mine!, ...own, ...theirs].map(({ selector }) => selector);
  assert.equal(new Set(names).size, names.length, names.join());
});
