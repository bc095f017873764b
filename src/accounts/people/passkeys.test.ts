import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openBrowser, signInOwner } from '../../testing/browser-session.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ env: { BASE_URL: 'http://localhost' } });
});
after(() => service.stop());

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Returns an authenticator: it has a key pair and signs responses with it (WebAuthn §6, §7). */
function openAuthenticator({ origin = 'http://localhost', rp_id = 'localhost' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x, y } = publicKey.export({ format: 'jwk' });
  const point = (text?: string) =>
    Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text!, 'base64url')]);
  // COSE_Key of ES256: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
  const cose = Buffer.concat([
    Buffer.from('a5010203262001', 'hex'),
    Buffer.from([0x21]),
    point(x),
    Buffer.from([0x22]),
    point(y),
  ]);
  const rest = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
  const client = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin }));
  const data = (flags: number, counter: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rp_id), Buffer.from([flags]), count]);
  };
  return {
    register(challenge: string) {
      const length = Buffer.from([0, id.length]);
      const authData = Buffer.concat([data(0x45, 0), Buffer.alloc(16), length, id, cose]);
      const size = Buffer.from([0x58, authData.length]);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        size,
        authData,
      ]);
      const clientDataJSON = client('webauthn.create', challenge).toString('base64url');
      return { ...rest, response: { clientDataJSON, attestationObject: attestation.toString('base64url') } };
    },
    answer(challenge: string, counter = 1) {
      const clientData = client('webauthn.get', challenge);
      const authData = data(0x05, counter);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      return {
        ...rest,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

async function withPasskey(options?: { origin?: string; rp_id?: string }) {
  const { browser, here } = await signInOwner(service);
  const authenticator = openAuthenticator(options);
  const { body } = await browser.ask('POST', '/v1/me/passkeys/options', {}, here);
  const response = authenticator.register(body.options.challenge);
  const kept = await browser.ask('POST', '/v1/me/passkeys', { name: 'Phone', response }, here);
  return { browser, here, authenticator, kept, response };
}

const challenge = async () =>
  (await openBrowser(service).ask('POST', '/dashboard/session/passkey/options', {})).body.options.challenge;
const signIn = (response: object) =>
  openBrowser(service).ask('POST', '/dashboard/session/passkey', { response });

test('a passkey signs in without a code, and its challenge works once', async () => {
  const { kept, authenticator, browser, here } = await withPasskey();
  assert.equal(kept.status, 201, kept.text);
  const answer = authenticator.answer(await challenge());
  const signed_in = await signIn(answer);
  assert.deepEqual([signed_in.status, signed_in.body.state], [200, 'signed_in']);
  assert.equal(signed_in.body.person.has_passkey, true);
  assert.equal((await signIn(answer)).status, 401, 'the same response again');
  const { results } = (await browser.ask('GET', '/v1/me/passkeys', undefined, here)).body;
  assert.ok(results[0].last_used_date);
  const path = `/v1/me/passkeys/${kept.body.id}`;
  assert.equal((await browser.ask('PATCH', path, { name: 'Old phone' }, here)).body.name, 'Old phone');
  assert.equal((await browser.ask('DELETE', path, undefined, here)).status, 204);
  assert.equal((await signIn(authenticator.answer(await challenge(), 2))).status, 401);
});

test('a response to another challenge, from another site, with another key or an older counter is refused', async () => {
  const { authenticator } = await withPasskey();
  assert.equal((await signIn(authenticator.answer(randomBytes(54).toString('base64url')))).status, 401);
  assert.equal((await signIn(openAuthenticator().answer(await challenge()))).status, 401);
  const genuine = authenticator.answer(await challenge(), 5);
  const forged = { ...genuine, response: { ...genuine.response, signature: 'AAAA' } };
  assert.equal((await signIn(forged)).status, 401);
  assert.equal((await signIn(genuine)).status, 200);
  assert.equal(
    (await signIn(authenticator.answer(await challenge(), 4))).status,
    401,
    'a copied authenticator',
  );
  for (const wrong of [{ origin: 'http://evil.example' }, { rp_id: 'evil.example' }])
    assert.equal((await withPasskey(wrong)).kept.status, 400);
});

test('a response to another person’s challenge or to a sign-in challenge does not add a passkey', async () => {
  const { browser, here } = await signInOwner(service);
  const response = openAuthenticator().register(await challenge());
  const refused = await browser.ask('POST', '/v1/me/passkeys', { name: 'X', response }, here);
  assert.deepEqual([refused.status, refused.body.code], [400, 'request_invalid']);
});

test('a malformed response is refused with a reason', async () => {
  const { authenticator } = await withPasskey();
  const { id } = authenticator.answer('x');
  for (const response of [null, {}, { id }, { id, rawId: id, type: 'public-key', response: {} }])
    assert.equal((await signIn(response as object)).status, 400);
  const junk = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' };
  assert.equal((await signIn({ id, rawId: id, type: 'public-key', response: junk })).status, 401);
});
