import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import { ledgerOf, sendEmail, untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { openRelay, type ScriptedRelay } from '../../testing/relay.ts';
import { until } from '../../testing/until.ts';
import { findDiscrepancies } from '../ledger/counts.ts';

// The sink is the relay of SMTP_URL. Tests add others and newsletters of their own.
let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

const closing: ScriptedRelay[] = [];
afterEach(async () => {
  for (const { id, is_of_settings } of (await service.api('GET', '/v1/relays')).body.results)
    if (!is_of_settings) assert.equal((await service.api('DELETE', `/v1/relays/${id}`)).status, 204);
  for (const relay of closing.splice(0)) await relay.close();
  service.sink.accepted.length = 0;
});

async function serverOf(script: Parameters<typeof openRelay>[0] = {}): Promise<ScriptedRelay> {
  const server = await openRelay(script);
  closing.push(server);
  return server;
}

/** Adds the server as a relay. Its connections need no TLS, because they stay on this machine. */
async function addRelay(server: ScriptedRelay, fields: object): Promise<{ id: string }> {
  const place = { host: '127.0.0.1', port: server.port, tls: 'opportunistic' };
  const { status, body } = await service.api('POST', '/v1/relays', { name: 'Relay', ...place, ...fields });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

let newsletters = 0;
/** A newsletter with readers r1@, r2@… of its own. */
async function newsletterWith(readers: number, from_address?: string) {
  newsletters += 1;
  const username = `n${newsletters}`;
  const input = { username, name: username, ...(from_address && { from_address }) };
  const { body } = await service.api('POST', '/v1/newsletters', input);
  const headers = { authorization: `Token ${body.api_key}` };
  const ask = (method: string, path: string, content?: unknown) =>
    service.api(method, path, content, headers);
  for (let n = 1; n <= readers; n += 1)
    await ask('POST', '/v1/subscribers', { email_address: `r${n}@${username}.example`, type: 'regular' });
  return { id: body.id as string, username, ask, as: { ...service, api: ask } as TestService };
}

const reached = (server: ScriptedRelay) => server.accepted.map(({ to }) => to).toSorted();
const relayOf = async (id: string) => (await service.api('GET', `/v1/relays/${id}`)).body;

test('a relay that names a newsletter takes all its mail, then one that names its domain, and others use the default one', async () => {
  const [one, two] = [await serverOf(), await serverOf()];
  const named = await newsletterWith(2);
  const branded = await newsletterWith(2, 'news@brand.example');
  const other = await newsletterWith(2);
  await addRelay(one, { name: 'One', newsletter_ids: [named.id] });
  await addRelay(two, { name: 'Two', from_domains: ['Brand.example'] });
  await until('the workers know both', async () => one.connections > 0 && two.connections > 0);
  const ids: string[] = [];
  for (const newsletter of [named, branded, other]) {
    const id = await sendEmail(newsletter.as, 'Hello');
    ids.push(id);
    await untilStatus(newsletter.as, id, 'sent');
    await newsletter.ask('POST', '/v1/subscribers', {
      email_address: `asked@${newsletter.username}.example`,
    });
  }
  const expected = ({ username }: { username: string }) =>
    ['asked', 'r1', 'r2'].map(name => `${name}@${username}.example`);
  await until('the service mails have left', async () =>
    [one, two, service.sink].every(({ accepted }) => accepted.length === 3),
  );
  assert.deepEqual(reached(one), expected(named));
  assert.deepEqual(reached(two), expected(branded));
  assert.deepEqual(service.sink.accepted.map(({ to }) => to).toSorted(), expected(other));
  const { body } = await named.ask('GET', `/v1/emails/${ids[0]}/deliveries`);
  assert.deepEqual(
    body.results.map(({ relay }: { relay: string }) => relay),
    ['One', 'One'],
  );
  const rows = await service.db
    .selectFrom('deliveries')
    .innerJoin('relays', 'relays.key', 'relay_key')
    .groupBy('relays.name')
    .select(({ fn }) => ['relays.name', fn.countAll<number>().as('count')])
    .execute();
  const counts = Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  assert.deepEqual(
    counts,
    { One: 2, Two: 2, [new URL(service.sink.url).host]: 2 },
    'the ledger names the relay',
  );
});

test('when a newsletter moves to another relay in the middle of sending, nobody is lost or mailed twice', async () => {
  const held = Promise.withResolvers<void>();
  let dots = 0;
  const before = await serverOf({
    async answer({ verb }) {
      if (verb !== '.') return undefined;
      dots += 1;
      if (dots > 5) await held.promise;
      return undefined;
    },
  });
  const behind = await serverOf();
  const newsletter = await newsletterWith(60);
  const first = await addRelay(before, { name: 'Before', connections: 3, newsletter_ids: [newsletter.id] });
  const second = await addRelay(behind, { name: 'Behind' });
  await until('the workers know both', async () => before.connections > 0 && behind.connections > 0);
  const id = await sendEmail(newsletter.as, 'Moving');
  await until('some messages are being received', async () => dots >= 8);
  await service.api('PATCH', `/v1/relays/${second.id}`, { newsletter_ids: [newsletter.id] });
  await service.api('DELETE', `/v1/relays/${first.id}`);
  await until('the other relay takes the rest', async () => behind.accepted.length === 60 - dots);
  held.resolve();
  await untilStatus(newsletter.as, id, 'sent');
  await until('all have their outcome', async () => (await ledgerOf(service.db, id)).accepted === 60);
  const all = [...reached(before), ...reached(behind)];
  assert.equal(all.length, 60);
  assert.equal(new Set(all).size, 60, 'nobody twice');
  assert.deepEqual(await findDiscrepancies(service.db), []);
});

test('a wrong password stops that relay, is reported but never shown, and the others go on; the right one repairs it', async () => {
  const strict = await serverOf({ user: { name: 'ada', password: 'right' } });
  const poor = await newsletterWith(2);
  const other = await newsletterWith(2);
  const relay = await addRelay(strict, { newsletter_ids: [poor.id], user: 'ada', password: 'wrong-one' });
  const shown = await until('the trouble shows', async () => {
    const found = await relayOf(relay.id);
    return found.trouble !== '' && found;
  });
  const waiting = await sendEmail(poor.as, 'Waits');
  const id = await sendEmail(other.as, 'Goes on');
  await untilStatus(other.as, id, 'sent');
  assert.match(shown.trouble, /^535 /);
  assert.ok(shown.trouble_since);
  assert.deepEqual([shown.has_password, JSON.stringify(shown).includes('wrong-one')], [true, false]);
  const stored = await service.db
    .selectFrom('relays')
    .select('password')
    .where('id', '=', relay.id)
    .execute();
  assert.match(stored[0]!.password, /^sealed:1:/);
  assert.deepEqual(strict.accepted, []);
  const needs = async (ask: TestService['api']) =>
    (await ask('GET', '/v1/overview')).body.needs.filter(({ kind }: { kind: string }) => kind === 'relay');
  const [need] = await needs(poor.as.api);
  assert.match(need.detail, /^Relay takes no mail: 535 /);
  assert.equal((await needs(service.api)).length, 1, 'owners of the installation see all');
  assert.deepEqual(await needs(other.as.api), [], 'others see only theirs');
  await service.api('PATCH', `/v1/relays/${relay.id}`, { password: 'right' });
  await untilStatus(poor.as, waiting, 'sent');
  assert.equal(strict.accepted.length, 2);
  await until('the trouble is over', async () => (await relayOf(relay.id)).trouble === '');
});

test('a reserve takes the mail while the relay refuses connections', async () => {
  let isOpen = false;
  const first = await serverOf({
    answer: ({ verb }) => (verb === 'CONNECT' && !isOpen ? '554 not now' : undefined),
  });
  const reserve = await serverOf();
  const newsletter = await newsletterWith(3);
  const fields = { newsletter_ids: [newsletter.id] };
  await addRelay(reserve, { ...fields, is_reserve: true });
  const { id: first_id } = await addRelay(first, fields);
  await until('the workers know both', async () => (await relayOf(first_id)).trouble !== '');
  const id = await sendEmail(newsletter.as, 'By the reserve');
  await untilStatus(newsletter.as, id, 'sent');
  assert.deepEqual([first.accepted.length, reserve.accepted.length], [0, 3]);
  isOpen = true;
  let mails = 0;
  await until('the first one is back', async () => {
    mails += 1;
    await untilStatus(newsletter.as, await sendEmail(newsletter.as, `Again ${mails}`), 'sent');
    return first.accepted.length > 0;
  });
});

test('a password is for one login at one server, and settings that contradict each other are refused', async () => {
  const place = { name: 'Relay', host: 'mail.example.org' };
  const ask = (method: string, path: string, body: object) => service.api(method, path, body);
  const { body: relay } = await ask('POST', '/v1/relays', { ...place, user: 'ada', password: 'secret' });
  assert.deepEqual([relay.port, relay.tls, relay.has_password], [587, 'require', true]);
  const path = `/v1/relays/${relay.id}`;
  for (const elsewhere of [{ host: 'other.example.org' }, { user: 'eve' }, { tls: 'opportunistic' }]) {
    const refused = await ask('PATCH', path, elsewhere);
    assert.deepEqual([refused.status, refused.body.code], [400, 'request_invalid']);
    assert.match(refused.body.detail, /^password: /);
  }
  assert.equal((await ask('PATCH', path, { weight: 3, user: 'ada', tls: 'implicit' })).body.weight, 3);
  const moved = await ask('PATCH', path, { host: 'other.example.org', password: 'another' });
  assert.equal(moved.body.host, 'other.example.org');
  for (const [fields, field] of [
    [{ user: 'ada' }, 'password'],
    [{ password: 'secret' }, 'user'],
    [{ user: 'ada', password: 'secret', tls: 'none' }, 'tls'],
    [{ newsletter_ids: ['019aa4ab-5f4e-7a26-8c39-6d1c2b7e4f01'] }, 'newsletter_ids'],
    [{ from_domains: ['no domain'] }, 'from_domains'],
    [{ sending_rate: -1 }, 'sending_rate'],
  ] as const) {
    const { status, body } = await ask('POST', '/v1/relays', { ...place, ...fields });
    assert.equal(status, 400, field);
    assert.match(body.detail, new RegExp(`^${field}`));
  }
  const { results } = (await service.api('GET', '/v1/relays')).body;
  const ofSettings = results.find(({ is_of_settings }: { is_of_settings: boolean }) => is_of_settings);
  assert.equal(ofSettings.name, new URL(service.sink.url).host);
  const refused = await ask('PATCH', `/v1/relays/${ofSettings.id}`, { weight: 2 });
  assert.match(refused.body.detail, /SMTP_URL/);
});

test('each relay keeps its rate, whichever newsletters use it', async () => {
  const [slow, fast] = [await serverOf(), await serverOf()];
  const [both, one] = [await newsletterWith(12), await newsletterWith(12)];
  await addRelay(slow, { sending_rate: 2, newsletter_ids: [both.id, one.id] });
  await addRelay(fast, { sending_rate: 20, weight: 3, newsletter_ids: [both.id] });
  await until('the workers know both', async () => slow.connections > 0 && fast.connections > 0);
  const begun = Date.now();
  const ids = [await sendEmail(both.as, 'Two relays'), await sendEmail(one.as, 'One relay')];
  await untilStatus(both.as, ids[0]!, 'sent');
  await untilStatus(one.as, ids[1]!, 'sent');
  const seconds = (Date.now() - begun) / 1000;
  assert.equal(slow.accepted.length + fast.accepted.length, 24);
  assert.ok(slow.accepted.length >= 12, 'all of the newsletter that has no other');
  assert.ok(slow.accepted.length <= 2 * seconds + 2, `${slow.accepted.length} in ${seconds} s`);
});

test('a copy has the field by which the mail service of its newsletter’s relay names it in reports', async () => {
  const server = await serverOf();
  const newsletter = await newsletterWith(1);
  const reports = { report_service: 'postmark', report_secret: 'secret-of-a-company' };
  await addRelay(server, { newsletter_ids: [newsletter.id], ...reports });
  await until('the workers know it', async () => server.connections > 0);
  await untilStatus(newsletter.as, await sendEmail(newsletter.as, 'Hello'), 'sent');
  assert.match(server.accepted[0]!.source, /^X-PM-Metadata-delivery: [0-9a-f-]{36}\.[0-9a-f-]{36}\r$/m);
});

test('mail for a paused relay waits without failing, or goes over another relay, and leaves when the relay is resumed', async () => {
  const server = await serverOf();
  const newsletter = await newsletterWith(2);
  const { id } = await addRelay(server, { newsletter_ids: [newsletter.id] });
  await until('the workers know it', async () => server.connections > 0);
  const pause = async (is_paused: boolean) => {
    assert.equal((await service.api('PATCH', `/v1/relays/${id}`, { is_paused })).status, 200);
    // A worker that knows this relay also knows every change made before it was added.
    const witness = await serverOf();
    await addRelay(witness, {});
    await until('the workers know it', async () => witness.connections > 0);
  };
  await pause(true);
  const email = await sendEmail(newsletter.as, 'Later');
  const shown = async () => (await newsletter.ask('GET', `/v1/emails/${email}`)).body;
  const rowOf = () =>
    service.db.selectFrom('emails').selectAll().where('id', '=', email).executeTakeFirstOrThrow();
  await until('the email says why it waits', async () => (await rowOf()).trouble === 'The relay is paused.');
  const row = await rowOf();
  assert.deepEqual([row.status, row.trouble_since, (await relayOf(id)).trouble], ['in_flight', null, '']);
  assert.deepEqual(reached(server), []);
  const other = await serverOf();
  await addRelay(other, { newsletter_ids: [newsletter.id] });
  await until('it has gone over the other', async () => (await shown()).status === 'sent');
  assert.deepEqual([reached(server).length, reached(other).length], [0, 2]);
  await pause(false);
  const next = await sendEmail(newsletter.as, 'Now');
  await untilStatus(newsletter.as, next, 'sent');
  assert.equal(reached(server).length, 1);
});

test('letters to one person keep to the rate of the relay, and go ahead of issues', async () => {
  const server = await serverOf();
  const newsletter = await newsletterWith(3);
  await addRelay(server, { newsletter_ids: [newsletter.id], sending_rate: 0.001 });
  await until('the workers know it', async () => server.connections > 0);
  const ask = (name: string) =>
    newsletter.ask('POST', '/v1/subscribers', { email_address: `${name}@${newsletter.username}.example` });
  // One letter is allowed now, and one in advance.
  for (const name of ['a1', 'a2']) {
    await ask(name);
    await until(`${name} has the mail`, async () => reached(server).some(to => to.startsWith(name)));
  }
  await ask('a3');
  await until('the third waits for its turn', async () => {
    const { rows } = await sql<{ waits: boolean }>`
      select work_date > now() + interval '10 minutes' as waits from letters`.execute(service.db);
    return rows.length === 1 && rows[0]!.waits;
  });
  const email = await sendEmail(newsletter.as, 'Later');
  await until('the issue waits too', async () => {
    const { body } = await newsletter.ask('GET', `/v1/emails/${email}/progress`);
    return body.waits.length > 0;
  });
  assert.equal(server.accepted.length, 2);
});
