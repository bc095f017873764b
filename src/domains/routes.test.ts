import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { checkDomain } from './check.ts';
import type { Dns } from './dns.ts';
import { signingKeys } from './keys.ts';

let service: TestService;
let path: string;
before(async () => {
  service = await startTestService();
  path = `/v1/newsletters/${service.newsletter.id}`;
});
after(() => service.stop());

const domain = () => service.newsletter.from_address.split('@')[1] as string;
const context = (txt: Record<string, string[]>, bounce_domain?: string) => ({
  dns: {
    txt: async name => ({ found: txt[name] ?? [] }),
    mx: async name => ({ found: name === 'bounce.example' ? ['mx.example'] : [] }),
    cname: async () => ({ found: [] }),
  } satisfies Dns,
  bounce_domain,
  relays: async () => [{ host: 'relay.example' }],
  base_url: 'https://news.example',
});
const check = (txt: Record<string, string[]>, bounce_domain?: string) =>
  checkDomain(service.db, context(txt, bounce_domain), service.newsletter);

test('keys are made in pairs, never show their private half, and sign only once they are in DNS', async () => {
  const { status, body } = await service.api('POST', `${path}/dkim_keys`, {});
  assert.equal(status, 201);
  assert.deepEqual(
    body.results.map((key: Record<string, string>) => [key.algorithm, key.status, key.domain]),
    [
      ['rsa-sha256', 'waiting', domain()],
      ['ed25519-sha256', 'waiting', domain()],
    ],
  );
  assert.doesNotMatch(JSON.stringify(body), /PRIVATE/);
  assert.deepEqual(await signingKeys(service.db, service.vault, service.newsletter), []);

  const [rsa, ed25519] = body.results;
  const states = async (txt: Record<string, string[]>) =>
    (await check(txt)).records.filter(({ purpose }) => purpose === 'DKIM').map(({ state }) => state);
  assert.deepEqual(await states({}), ['missing', 'missing']);
  assert.deepEqual(await states({ [ed25519.record_name]: [rsa.record] }), ['wrong', 'missing']);
  assert.deepEqual(await signingKeys(service.db, service.vault, service.newsletter), []);
  await states({ [rsa.record_name]: [rsa.record.replace('p=', ' p= ')] });
  const active = await signingKeys(service.db, service.vault, service.newsletter);
  assert.deepEqual(
    active.map(({ selector }) => selector),
    [rsa.selector],
  );
});

test('the newest active pair signs, and a retired or deleted key no longer does', async () => {
  const make = async () => (await service.api('POST', `${path}/dkim_keys`, {})).body.results;
  const move = (id: string, status: string) => service.api('PATCH', `${path}/dkim_keys/${id}`, { status });
  const signing = async () =>
    (await signingKeys(service.db, service.vault, service.newsletter)).map(({ selector }) => selector);
  const [older] = await make();
  assert.equal((await move(older.id, 'active')).body.status, 'active');
  assert.deepEqual(await signing(), [older.selector]);
  const [newer] = await make();
  assert.notEqual(newer.selector, older.selector);
  await move(newer.id, 'active');
  assert.deepEqual(await signing(), [newer.selector]);
  assert.equal((await service.api('POST', `${path}/dkim_keys`, {})).status, 400, 'six are enough');
  await move(newer.id, 'retired');
  assert.deepEqual(await signing(), [older.selector]);
  assert.equal((await service.api('DELETE', `${path}/dkim_keys/${older.id}`)).status, 204);
  assert.notEqual((await signing())[0], older.selector);
  assert.equal((await move(older.id, 'active')).status, 404);
  assert.equal((await move(newer.id, 'waiting')).status, 400);
});

test('a newsletter that changes its domain no longer signs with the old domain’s keys', async () => {
  const elsewhere = { ...service.newsletter, from_address: 'editor@elsewhere.example' };
  assert.deepEqual(await signingKeys(service.db, service.vault, elsewhere), []);
});

test('SPF, the return path and DMARC are judged by what DNS shows', async () => {
  const judged = async (txt: Record<string, string[]>, bounce_domain?: string) =>
    Object.fromEntries(
      (await check(txt, bounce_domain)).records
        .filter(({ purpose, is_optional }) => purpose !== 'DKIM' && !is_optional)
        .map(({ purpose, state }) => [purpose, state]),
    );
  const spf = 'v=spf1 a:relay.example ~all';
  const dmarc = `_dmarc.${domain()}`;
  assert.deepEqual(await judged({}), { SPF: 'missing', DMARC: 'missing' });
  assert.deepEqual(await judged({ [domain()]: [spf], [dmarc]: ['v=DMARC1; p=none'] }), {
    SPF: 'found',
    DMARC: 'found',
  });
  assert.deepEqual(
    await judged({ 'bounce.example': [spf], [dmarc]: ['v=DMARC1; rua=x'] }, 'bounce.example'),
    {
      SPF: 'found',
      'return path': 'found',
      DMARC: 'wrong',
    },
  );
  assert.deepEqual(await judged({ [dmarc]: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }, 'gone.example'), {
    SPF: 'missing',
    'return path': 'missing',
    DMARC: 'wrong',
  });
});

test('a newsletter’s own domain for bounces must lead to the mail servers of the installation', async () => {
  const own = (bounce_domain: string) => ({ ...service.newsletter, bounce_domain });
  const dns: Dns = {
    txt: async () => ({ found: [] }),
    mx: async name => ({
      found:
        {
          'bounce.example': ['mx.example'],
          'same.example': ['other.example', 'mx.example'],
          'else.example': ['mx.else.example'],
          'host.example': ['news.example'],
        }[name] ?? [],
    }),
    cname: async () => ({ found: [] }),
  };
  const judged = async (bounce_domain: string) => {
    const { records } = await checkDomain(
      service.db,
      { ...context({}, 'bounce.example'), dns },
      own(bounce_domain),
    );
    const { name, value, state, detail } = records.find(({ purpose }) => purpose === 'return path')!;
    return [name, value, state, detail];
  };
  assert.deepEqual(await judged(''), ['bounce.example', '10 news.example.', 'found', '']);
  assert.deepEqual(await judged('same.example'), ['same.example', '10 mx.example.', 'found', '']);
  assert.deepEqual((await judged('host.example'))[2], 'found');
  assert.deepEqual((await judged('none.example')).slice(0, 3), ['none.example', '10 mx.example.', 'missing']);
  const [, , state, detail] = await judged('else.example');
  assert.equal(state, 'wrong');
  assert.match(detail!, /its mail servers are not those of bounce.example/);
});

test('the records that bring reports are proposed: with the addresses that are there already, and with the permission for another domain', async () => {
  const proposed = async (txt: Record<string, string[]>, bounce_domain: string) =>
    Object.fromEntries(
      (await check(txt, bounce_domain)).records
        .filter(({ is_optional, purpose }) => is_optional && purpose !== 'DKIM')
        .map(({ purpose, state, name, value }) => [purpose, [state, name, value]]),
    );
  const dmarc = `_dmarc.${domain()}`;
  const tls = `_smtp._tls.${domain()}`;
  const own = `bounces.${domain()}`;
  const tls_missing = ['missing', tls, `v=TLSRPTv1; rua=mailto:tls@${own}`];
  const { records } = await check({}, own);
  assert.equal(
    records.find(({ purpose }) => purpose === 'DMARC')?.value,
    `v=DMARC1; p=none; rua=mailto:dmarc@${own}`,
  );
  assert.deepEqual(await proposed({}, own), { 'TLS reports': tls_missing });
  assert.deepEqual(await proposed({ [dmarc]: ['v=DMARC1; p=reject; rua=mailto:x@y.example; fo=1'] }, own), {
    'DMARC reports': [
      'missing',
      dmarc,
      `v=DMARC1; p=reject; rua=mailto:dmarc@${own},mailto:x@y.example; fo=1`,
    ],
    'TLS reports': tls_missing,
  });
  const published = `v=DMARC1; p=none; rua=mailto:DMARC@${own}!10m`;
  const both = { [dmarc]: [published], [tls]: ['v=TLSRPTv1;rua=https://r.example'] };
  assert.deepEqual(await proposed(both, own), {
    'DMARC reports': ['found', dmarc, published],
    'TLS reports': ['missing', tls, `v=TLSRPTv1;rua=mailto:tls@${own},https://r.example`],
  });
  const permission = `${domain()}._report._dmarc.bounce.other`;
  assert.deepEqual((await proposed({}, 'bounce.other')).permission, ['missing', permission, 'v=DMARC1']);
  const allowed = await proposed({ [permission]: ['v=DMARC1;'] }, 'bounce.other');
  assert.deepEqual(allowed.permission?.[0], 'found');
});

test('another newsletter’s keys are not visible', async () => {
  const headers = await service.foreignKey();
  for (const [method, at] of [
    ['GET', 'dkim_keys'],
    ['POST', 'dkim_keys'],
    ['POST', 'domain/check'],
  ] as const)
    assert.equal(
      (await service.api(method, `${path}/${at}`, method === 'POST' ? {} : undefined, headers)).status,
      404,
    );
});
