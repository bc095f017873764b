import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { openSafeFetch } from './safe-fetch.ts';

const usual = { limit_bytes: 1000, total_ms: 5000, headers_ms: 5000, redirects: 5 };
const trusted = certify('tls.test', '20991231235959Z');
const expired = certify('tls.test', '20200101000000Z');
const unknown = certify('tls.test', '20991231235959Z');

const servers: { close(): unknown }[] = [];
const seen: (string | undefined)[] = [];
let plain: number;

// Every name resolves to this machine, except those on the public internet, which are never reached.
const safe_fetch = openSafeFetch({
  allowed_private_networks: ['127.0.0.1'],
  contact_url: 'https://news.example.org',
  lookup: async name => [{ address: name === 'public.test' ? '192.88.98.1' : '127.0.0.1', family: 4 }],
});

before(async () => {
  setDefaultCACertificates([trusted.cert, expired.cert]);
  const server = createPlainServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end('plain');
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  plain = (server.address() as AddressInfo).port;
});
after(async () => {
  await safe_fetch.close();
  for (const server of servers) server.close();
});

test('https works with a server that proves its name', async () => {
  const port = await serve(trusted);
  const outcome = await safe_fetch.request(`https://tls.test:${port}/`, usual);
  assert.ok(outcome.kind === 'response', JSON.stringify(outcome));
  assert.equal(outcome.body.toString(), 'secret');
});

test('a server that does not prove its name is refused with the reason', async () => {
  for (const [host, identity, words] of [
    ['tls.test', unknown, /self-signed|not trusted/],
    ['tls.test', expired, /has expired/],
    ['other.test', trusted, /for a different host/],
  ] as const) {
    const port = await serve(identity);
    const outcome = await safe_fetch.request(`https://${host}:${port}/`, usual);
    assert.ok(outcome.kind === 'failed', JSON.stringify(outcome));
    assert.match(outcome.reason, words);
  }
});

test('no redirect from https to http is followed, except inside an allowed network', async () => {
  const outwards = await serve(trusted, 'http://public.test/feed');
  const refused = await safe_fetch.request(`https://tls.test:${outwards}/`, usual);
  assert.ok(refused.kind === 'refused', JSON.stringify(refused));
  assert.match(refused.reason, /public\.test.*from https to http/);

  const inwards = await serve(trusted, `http://tls.test:${plain}/feed`);
  const followed = await safe_fetch.request(`https://user:password@tls.test:${inwards}/`, usual);
  assert.ok(followed.kind === 'response', JSON.stringify(followed));
  assert.equal(followed.body.toString(), 'plain');
  assert.deepEqual(seen, [undefined]);
});

type Identity = { key: string; cert: string };

async function serve(identity: Identity, location?: string): Promise<number> {
  const server: Server = createServer(identity, (_, response) => {
    if (location) response.writeHead(302, { location }).end();
    else response.end('secret');
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Makes a self-signed certificate for a name (RFC 5280 §4.1), in DER by hand: Node can read certificates but not create them. */
function certify(name: string, until: string): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)));
  const holder = der(0x30, der(0x31, commonName));
  const alternativeName = der(0x30, der(0x82, Buffer.from(name)));
  const extension = der(0x30, Buffer.from('0603551d11', 'hex'), der(0x04, alternativeName));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    holder,
    der(0x30, der(0x18, Buffer.from('20190101000000Z')), der(0x18, Buffer.from(until))),
    holder,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, extension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const base64 = der(0x30, body, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
