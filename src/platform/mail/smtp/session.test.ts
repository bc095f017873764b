import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { certificate } from '../../../testing/certificate.ts';
import { openRelay, type ScriptedRelay } from '../../../testing/relay.ts';
import { type HandOver, openTransport } from './transport.ts';

const own = getCACertificates('default');
const letter = Buffer.from('Subject: Hello\r\n\r\nHello\r\n');
const user = { name: 'ada', password: 'p@ss' };
let relay: ScriptedRelay | undefined;
beforeEach(() => setDefaultCACertificates([...own, certificate.cert]));
afterEach(async () => {
  setDefaultCACertificates(own);
  await relay?.close();
});

/** Opens the relay and hands over one message; `query` is appended to the address. */
async function send(
  script: Parameters<typeof openRelay>[0],
  { query = '', host = 'localhost', password = 'p%40ss', log = undefined as never } = {},
): Promise<HandOver & { relay: ScriptedRelay }> {
  await relay?.close();
  relay = await openRelay(script);
  const url = relay.url.replace('127.0.0.1', host).replace('p@ss', password) + query;
  const transport = openTransport(url, { connections: 1, log });
  const result = await transport.handOver({ from: 'news@example.org', to: 'ada@example.net' }, letter);
  await transport.close();
  return { ...result, relay };
}
const saidBy = (relay: ScriptedRelay) =>
  relay.said.map(({ verb, secure }) => `${secure ? '+' : ''}${verb}`).join(' ');

test('implicit TLS and STARTTLS both keep everything secret, and EHLO is sent again', async () => {
  const implicit = await send({ tls: 'implicit', user });
  assert.equal(implicit.status, 'accepted', implicit.reply);
  assert.equal(saidBy(implicit.relay), '+CONNECT +EHLO +AUTH +MAIL +RCPT +DATA +. +QUIT');
  for (const tls of ['require', 'opportunistic']) {
    const started = await send({ tls: 'starttls', user }, { query: `?tls=${tls}` });
    assert.equal(started.status, 'accepted', started.reply);
    assert.equal(saidBy(started.relay), 'CONNECT EHLO STARTTLS +EHLO +AUTH +MAIL +RCPT +DATA +. +QUIT');
  }
});

test('a relay that offers only CRAM-MD5 gets it and never receives the password', async () => {
  const script = { tls: 'implicit' as const, user, mechanisms: ['CRAM-MD5'] };
  const good = await send(script);
  assert.equal(good.status, 'accepted', good.reply);
  const spoken = good.relay.pieces.map(({ text }) => text).join('');
  const decoded = spoken.split('\r\n').map(line => Buffer.from(line, 'base64').toString('latin1'));
  assert.ok(![spoken, ...decoded].some(text => text.includes(user.password)));
  const asked = await send(
    { tls: 'implicit', user, mechanisms: ['PLAIN', 'CRAM-MD5'] },
    { query: '?auth=cram-md5' },
  );
  assert.equal(asked.status, 'accepted', asked.reply);
  assert.deepEqual(
    asked.relay.said.filter(({ verb }) => verb === 'AUTH').map(({ line }) => line),
    ['AUTH CRAM-MD5'],
  );
  const wrong = await send(script, { password: 'other' });
  assert.deepEqual([wrong.status, wrong.reply], ['unreachable', '535 5.7.8 who are you?']);
});

test('many messages pass through TLS as they do without it', async () => {
  relay = await openRelay({ tls: 'starttls' });
  const transport = openTransport(relay.url, { connections: 3 });
  const results = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      transport.handOver(
        { from: 'news@example.org', to: `r${n}@example.net` },
        Buffer.alloc(n * 1000, 'some text\r\n'),
      ),
    ),
  );
  await transport.close();
  assert.ok(results.every(({ status }) => status === 'accepted'));
  assert.equal(relay.accepted.length, 200);
});

test('required TLS fails closed if it is not offered, is refused, or has an invalid certificate', async () => {
  const query = '?tls=require';
  const none = await send({}, { query });
  assert.match(none.reply, /does not offer STARTTLS/);
  const refused = await send(
    { tls: 'starttls', answer: ({ verb }) => (verb === 'STARTTLS' ? '454 4.7.0 not now' : undefined) },
    { query },
  );
  assert.equal(refused.reply, '454 4.7.0 not now');
  setDefaultCACertificates(own);
  for (const tls of ['starttls', 'implicit'] as const) {
    const untrusted = await send({ tls }, { query: tls === 'implicit' ? '' : query });
    assert.match(untrusted.reply, /self-signed/);
    assert.equal(untrusted.status, 'unreachable');
  }
  const opportune = await send({ tls: 'starttls' });
  assert.match(saidBy(opportune.relay), /\+MAIL/, 'where TLS is optional, any TLS is better than none');
});

test('if TLS is optional, a relay that refuses it gets the mail without it, and tls=none does not try it', async () => {
  const refused = await send({
    tls: 'starttls',
    answer: ({ verb }) => (verb === 'STARTTLS' ? '454 4.7.0 not now' : undefined),
  });
  assert.equal(refused.status, 'accepted');
  const unasked = await send({ tls: 'starttls' }, { query: '?tls=none' });
  assert.doesNotMatch(saidBy(unasked.relay), /STARTTLS/);
});

test('plaintext injected before TLS ends the connection', async () => {
  const result = await send({ tls: 'starttls', injected: '250-relay\r\n250 AUTH PLAIN' });
  assert.equal(result.status, 'unreachable');
  assert.equal(result.reply, 'The relay sent an unexpected reply.');
});

test('every login method works, whether the requested one or the best that is offered', async () => {
  for (const [query, line] of [
    ['', 'AUTH PLAIN '],
    ['?auth=login', 'AUTH LOGIN'],
    ['?auth=xoauth2', 'AUTH XOAUTH2 '],
  ] as const) {
    const result = await send({ tls: 'starttls', user }, { query });
    assert.equal(result.status, 'accepted', result.reply);
    assert.ok(
      result.relay.said.some(said => said.line.startsWith(line)),
      line,
    );
  }
  const only = await send({
    user,
    answer: ({ verb }) => (verb === 'EHLO' ? '250-relay\r\n250 AUTH=LOGIN' : undefined),
  });
  assert.equal(only.status, 'accepted', only.reply);
});

test('a refused login is reported as a configuration problem in the relay’s words, without the password', async () => {
  for (const query of ['', '?auth=login', '?auth=xoauth2']) {
    const result = await send({ tls: 'starttls', user }, { query, password: 'hunter2' });
    assert.deepEqual([result.status, result.reply], ['unreachable', '535 5.7.8 who are you?']);
  }
  const none = await send({}, { host: 'ada:hunter2@localhost' });
  assert.match(none.reply, /does not offer login by PLAIN, only none/);
  const other = await send({
    user,
    answer: ({ verb }) => (verb === 'EHLO' ? '250-relay\r\n250 AUTH GSSAPI DIGEST-MD5' : undefined),
  });
  assert.match(other.reply, /does not offer login by PLAIN, only GSSAPI, DIGEST-MD5/);
});

test('no password crosses a network without TLS, even where TLS is not required', async () => {
  // This notation of 127.0.0.1 is not recognised as an address of this machine.
  const result = await send({ user }, { host: '127.1', query: '?tls=opportunistic' });
  assert.match(result.reply, /must not be sent unencrypted/);
  assert.doesNotMatch(saidBy(result.relay), /AUTH/);
});
