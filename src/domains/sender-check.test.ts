import assert from 'node:assert/strict';
import { createServer, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { reachRelays } from '../platform/mail/smtp/reach.ts';
import { forEverybody, readRelays } from '../platform/mail/smtp/relays.ts';
import { readContents } from '../testing/contents.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { withinTime } from './deadline.ts';
import type { Dns } from './dns.ts';
import { openSenderChecks } from './sender-check.ts';

let service: TestService;
let domain: string;
before(async () => {
  service = await startTestService();
  domain = service.newsletter.from_address.split('@')[1]!;
});
after(() => service.stop());

const showing = (txt: Record<string, string[]>, asked: string[] = []): Dns => ({
  async txt(name) {
    asked.push(name);
    return { found: txt[name] ?? [] };
  },
  mx: async () => ({ found: [] }),
  cname: async () => ({ found: [] }),
});
const reachable = [{ name: 'relay.example:587', state: 'reachable' as const, detail: '' }];
let now = new Date('2030-01-01T00:00:00Z');
const open = (dns: Dns, reach = async (): Promise<typeof reachable> => reachable) =>
  openSenderChecks({
    dns,
    reach,
    clock: () => now,
    bounce_domain: undefined,
    relays: async () => readRelays('smtp://relay.example').map(relay => forEverybody(relay)),
    base_url: 'https://news.example',
  });

test('each record that is missing or wrong comes with what DNS shows and the record to publish', async () => {
  const spf = 'v=spf1 +all';
  const check = await open(showing({ [domain]: ['secret of another kind', spf] }))(
    service.db,
    service.newsletter,
    {
      fresh: false,
    },
  );
  assert.equal(check.state, 'faulty');
  const [spfCheck, dmarc] = check.records;
  assert.deepEqual(
    [spfCheck?.state, spfCheck?.found, spfCheck?.value],
    ['wrong', [spf], 'v=spf1 a:relay.example ~all'],
  );
  assert.deepEqual([dmarc?.state, dmarc?.found, dmarc?.name], ['missing', [], `_dmarc.${domain}`]);
  assert.match(check.notes.join(), /dkim_keys/);
  assert.deepEqual(check.relays, reachable);
});

test('with all records the sender is good, and looking changes nothing', async () => {
  const path = `/v1/newsletters/${service.newsletter.id}/dkim_keys`;
  const keys = (await service.api('POST', path, {})).body.results;
  const txt = {
    [domain]: ['v=spf1 a:relay.example ~all'],
    [`_dmarc.${domain}`]: ['v=DMARC1; p=none'],
    ...Object.fromEntries(keys.map((key: Record<string, string>) => [key.record_name, [key.record]])),
  };
  const before = await readContents(service.db);
  const check = await open(showing(txt))(service.db, service.newsletter, { fresh: false });
  assert.deepEqual([check.state, check.notes], ['good', []]);
  assert.deepEqual(await readContents(service.db), before);
});

test('DNS that fails, or does not answer in time, makes the sender unknown, not faulty', async () => {
  const failing: Dns = {
    txt: async () => ({ failed: 'The DNS query failed (ESERVFAIL).' }),
    mx: async () => ({ found: [] }),
    cname: async () => ({ found: [] }),
  };
  const check = await open(failing)(service.db, service.newsletter, { fresh: false });
  assert.deepEqual(
    [check.state, new Set(check.records.map(({ state }) => state))],
    ['unknown', new Set(['unknown'])],
  );
  const silent: Dns = {
    txt: () => new Promise(() => {}),
    mx: () => new Promise(() => {}),
    cname: () => new Promise(() => {}),
  };
  assert.deepEqual(await withinTime(silent, 20).txt('a.example'), { failed: 'DNS did not answer in time.' });
  const late = withinTime(silent, -1);
  assert.deepEqual(await late.mx('a.example'), { failed: 'DNS did not answer in time.' });
});

test('of many requests at once only one asks DNS, and its answer serves for a minute; a fresh answer may be had after five seconds', async () => {
  const asked: string[] = [];
  const check = open(showing({}, asked));
  const look = (fresh = false) => check(service.db, service.newsletter, { fresh });
  await Promise.all([look(), look(), look(true)]);
  const once = asked.length;
  now = new Date(now.getTime() + 6_000);
  await look();
  assert.equal(asked.length, once);
  await look(true);
  assert.equal(asked.length, 2 * once);
  now = new Date(now.getTime() + 61_000);
  await look();
  assert.equal(asked.length, 3 * once);
});

test('a relay that is away, mute or refusing is unreachable, with the reason; a working one is reachable', async () => {
  const sockets: Socket[] = [];
  const listen = (greeting: string) =>
    new Promise<Server>(resolve => {
      const server = createServer(socket => {
        sockets.push(socket);
        socket.on('error', () => {});
        if (greeting) socket.write(greeting);
      }).listen(0, '127.0.0.1', () => resolve(server));
    });
  const servers = await Promise.all([listen(''), listen('554 5.7.1 go away\r\n')]);
  const [mute, rude] = servers.map(server => (server.address() as { port: number }).port);
  try {
    const urls = `${service.sink.url},smtp://127.0.0.1:${mute},smtp://127.0.0.1:${rude},smtp://127.0.0.1:1`;
    const states = await reachRelays(readRelays(urls), 3_000);
    assert.deepEqual(
      states.map(({ state }) => state),
      ['reachable', 'unreachable', 'unreachable', 'unreachable'],
    );
    assert.match(states[2]!.detail, /go away/);
    assert.ok(states.slice(1).every(({ detail }) => detail.length > 10));
  } finally {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  }
});

test('every role may look, and only at its own newsletter', async () => {
  const path = `/v1/newsletters/${service.newsletter.id}/sender_check`;
  const viewer = await service.keyWith({ emails: 'read', settings: 'read' });
  const { status, body } = await service.api('GET', path, undefined, viewer);
  assert.equal(status, 200);
  assert.equal(body.from_address, service.newsletter.from_address);
  assert.deepEqual(body.relays[0].state, 'reachable');
  assert.equal((await service.api('GET', path, undefined, await service.foreignKey())).status, 404);
  assert.equal(
    (await service.api('GET', path, undefined, await service.keyWith({ emails: 'write' }))).status,
    403,
  );
  assert.equal((await service.api('GET', `${path}?fresh=maybe`)).status, 400);
});
