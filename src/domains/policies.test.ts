import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { openSafeFetch, type SafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import { openDnsServer } from '../testing/dns-server.ts';
import { checkBimi } from './bimi.ts';
import { openDns } from './dns.ts';
import { checkMtaSts } from './mta-sts.ts';
import type { RecordCheck } from './record-check.ts';
import { findLogoFaults } from './tiny-svg.ts';

const domain = 'tides.example';
const policyUrl = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
type Page =
  | { status?: number; headers?: Record<string, string>; body: string }
  | ((response: ServerResponse) => void);
const pages: Record<string, Page> = {};
const asked: string[] = [];
const server = createServer((request, response) => {
  const url = `https:/${request.url}`;
  asked.push(url);
  const page = pages[url] ?? { status: 404, body: 'nothing' };
  if (typeof page === 'function') return page(response);
  response.writeHead(page.status ?? 200, { 'content-type': 'text/plain', ...page.headers }).end(page.body);
});
let dns: Awaited<ReturnType<typeof openDnsServer>>;
let guarded: SafeFetch;
/** The guarded client, which reaches every https address at the server above. */
const fetch: Pick<SafeFetch, 'request'> = {
  request(address, options) {
    const { port } = server.address() as AddressInfo;
    const isPublic =
      address.startsWith(`https://mta-sts.${domain}`) || address.startsWith(`https://${domain}`);
    return guarded.request(isPublic ? `http://127.0.0.1:${port}/${address.slice(8)}` : address, options);
  },
};
before(async () => {
  dns = await openDnsServer({});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  guarded = openSafeFetch({
    allowed_private_networks: ['127.0.0.1/32'],
    contact_url: 'https://news.example',
  });
});
after(async () => {
  await guarded.close();
  server.closeAllConnections();
  server.close();
  await dns[Symbol.asyncDispose]();
});
beforeEach(() => {
  for (const name of Object.keys(dns.zone)) delete dns.zone[name];
  for (const url of Object.keys(pages)) delete pages[url];
  asked.length = 0;
});

const sts = () => checkMtaSts(openDns([dns.server]), fetch, domain);
const dmarcOf = (record: string): RecordCheck => ({
  purpose: 'DMARC',
  type: 'TXT',
  name: `_dmarc.${domain}`,
  value: record,
  state: 'found',
  found: [record],
  detail: '',
});
const bimi = (dmarc = 'v=DMARC1; p=reject') =>
  checkBimi(openDns([dns.server]), fetch, domain, dmarcOf(dmarc));
const good = `version: STSv1\r\nmode: enforce\r\nmx: *.${domain}\r\nmx: mx.backup.example\r\nmax_age: 604800\r\n`;
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps" viewBox="0 0 64 64"><title>Tides</title><path d="M0 0h64v64z" fill="url(#a)"/></svg>';

test('a domain that receives no mail needs no MTA-STS, and without a record no policy is fetched', async () => {
  assert.deepEqual(await sts(), []);
  dns.zone[domain] = { MX: [`10 mx.${domain}`] };
  const [record, ...more] = await sts();
  assert.deepEqual([record!.state, record!.type, more.length, asked.length], ['missing', 'TXT', 0, 0]);
});

test('an MTA-STS policy is found if it names every mail server; otherwise its faults are listed, with the text to publish', async () => {
  dns.zone[domain] = { MX: [`10 mx.${domain}`, '20 mx.backup.example'] };
  dns.zone[`_mta-sts.${domain}`] = { TXT: ['v=STSv1; id=20261129'] };
  const judged = async (body: string, headers = {}) => {
    pages[policyUrl] = { body, headers };
    const [record, policy] = await sts();
    assert.equal(record!.state, 'found');
    return policy!;
  };
  const fine = await judged(good);
  assert.deepEqual([fine.state, fine.detail], ['found', '']);
  const testing = await judged(good.replace('enforce', 'testing'));
  assert.deepEqual([testing.state, /mode is testing/.test(testing.detail)], ['found', true]);
  assert.match((await judged(good.replace('604800', '300'))).detail, /Raise max_age/);
  const faulty = await judged(good.replace('mx: mx.backup.example\r\n', ''));
  assert.deepEqual([faulty.state, /mx\.backup\.example/.test(faulty.detail)], ['wrong', true]);
  assert.equal(
    faulty.value,
    `version: STSv1\nmode: testing\nmx: mx.${domain}\nmx: mx.backup.example\nmax_age: 604800\n`,
  );
  // A star stands for one label.
  dns.zone[domain] = { MX: [`10 a.b.${domain}`, '20 mx.backup.example'] };
  assert.equal((await judged(good)).state, 'wrong');
  dns.zone[domain] = { MX: [`10 mx.${domain}`, '20 mx.backup.example'] };
  for (const body of [
    '',
    'version: STSv2',
    '<html>',
    good.replace('enforce', 'maybe'),
    good.replace('604800', '9'.repeat(400)),
  ])
    assert.equal((await judged(body)).state, 'wrong', body.slice(0, 40));
  assert.equal((await judged(good, { 'content-type': 'text/html' })).state, 'wrong');
});

test('a policy that redirects, is missing, is huge or never arrives is not a policy, and finding out takes seconds at most', async () => {
  dns.zone[domain] = { MX: [`10 mx.${domain}`] };
  dns.zone[`_mta-sts.${domain}`] = { TXT: ['v=STSv1; id=1;'] };
  const state = async (page: Page | undefined) => {
    if (page) pages[policyUrl] = page;
    return (await sts())[1]!.state;
  };
  assert.equal(await state(undefined), 'missing');
  assert.equal(
    await state({ status: 301, headers: { location: `https://${domain}/` }, body: '' }),
    'missing',
  );
  assert.equal(await state({ body: 'mx: a\n'.repeat(100_000) }), 'unknown');
  assert.equal(await state(response => response.destroy()), 'unknown');
  assert.equal(await state(() => {}), 'unknown');
});

test('several MTA-STS records, or one without an id, are wrong, and failing DNS says nothing about the policy', async () => {
  dns.zone[domain] = { MX: [`10 mx.${domain}`] };
  const name = `_mta-sts.${domain}`;
  const state = async () => (await sts())[0]!.state;
  dns.zone[name] = { TXT: ['v=STSv1; id=1', 'v=STSv1; id=2'] };
  assert.equal(await state(), 'wrong');
  dns.zone[name] = { TXT: ['v=STSv1;'] };
  assert.equal(await state(), 'wrong');
  dns.zone[name] = 'SERVFAIL';
  assert.equal(await state(), 'unknown');
});

test('a logo is shown only with a strict DMARC policy, and Gmail requires a certificate', async () => {
  const name = `default._bimi.${domain}`;
  const missing = await bimi('v=DMARC1; p=none');
  assert.deepEqual([missing.state, /p=quarantine/.test(missing.detail)], ['missing', true]);
  pages[`https://${domain}/logo.svg`] = { body: logo, headers: { 'content-type': 'image/svg+xml' } };
  const l = `l=https://${domain}/logo.svg`;
  dns.zone[name] = { TXT: [`v=BIMI1; ${l}; a=https://${domain}/vmc.pem`] };
  const fine = await bimi();
  assert.deepEqual([fine.state, fine.detail], ['found', '']);
  for (const dmarc of ['v=DMARC1; p=none', 'v=DMARC1; p=reject; sp=none', 'v=DMARC1; p=reject; pct=20'])
    assert.equal((await bimi(dmarc)).state, 'wrong', dmarc);
  dns.zone[name] = { TXT: [`v=BIMI1; ${l}`] };
  const bare = await bimi();
  assert.deepEqual([bare.state, /certificate/.test(bare.detail)], ['found', true]);
  dns.zone[name] = { TXT: ['v=BIMI1; l=; a=;'] };
  assert.equal((await bimi()).state, 'found', 'it declines');
});

test('the address of a logo cannot reach into the network, and an image that is too large or broken is refused', async () => {
  const name = `default._bimi.${domain}`;
  const state = async (l: string) => {
    dns.zone[name] = { TXT: [`v=BIMI1; l=${l}`] };
    return (await bimi()).state;
  };
  for (const l of [
    'https://169.254.169.254/logo.svg',
    'https://10.0.0.1/',
    'https://[::1]/',
    'http://a.example/',
    'file:///etc/passwd',
    'x',
  ])
    assert.equal(await state(l), 'wrong', l);
  const url = `https://${domain}/logo.svg`;
  assert.equal(await state(url), 'wrong', 'it is not there');
  pages[url] = { body: logo + ' '.repeat(40_000) };
  assert.equal(await state(url), 'unknown');
  pages[url] = { body: '<html></html>' };
  assert.equal(await state(url), 'wrong');
});

test('an image that runs, moves or refers to elsewhere is no logo', () => {
  assert.deepEqual(findLogoFaults(logo), []);
  const within = (content: string) => findLogoFaults(logo.replace('</svg>', `${content}</svg>`)).length;
  for (const content of [
    '<script>alert(1)</script>',
    '<image href="data:image/png;base64,AA"/>',
    '<animate attributeName="x"/>',
    '<use xlink:href="https://evil.example/a.svg#b"/>',
    '<path style="fill:url(https://evil.example/)"/>',
    '<path onclick="alert(1)"/>',
    '<foreignObject/>',
  ])
    assert.equal(within(content) > 0, true, content);
  const changed = (from: string, to: string) => findLogoFaults(logo.replace(from, to)).length;
  assert.equal(changed('tiny-ps', 'full'), 1);
  assert.equal(changed('<title>Tides</title>', ''), 1);
  assert.equal(changed('0 0 64 64', '0 0 64 32'), 1);
  assert.equal(changed('<svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg'), 1);
  assert.deepEqual(findLogoFaults('<g>'.repeat(5_000)).length, 1);
  assert.equal(within('<g>'.repeat(5_000)), 0);
});
