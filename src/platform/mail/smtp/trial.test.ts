import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { certificate } from '../../../testing/certificate.ts';
import { openRelay, type ScriptedRelay } from '../../../testing/relay.ts';
import { readRelays } from './relays.ts';
import { type Trial, tryRelays } from './trial.ts';
import { judgeTls } from './trial-tls.ts';

const own = getCACertificates('default');
const user = { name: 'ada', password: 'p@ss' };
const letter = {
  envelope: { from: 'news@example.org', to: 'ada@example.net' },
  message: 'Subject: Hello\r\n\r\n.Hello',
};
let relay: ScriptedRelay | undefined;
beforeEach(() => setDefaultCACertificates([...own, certificate.cert]));
afterEach(async () => {
  setDefaultCACertificates(own);
  await relay?.close();
  relay = undefined;
});

type Wish = { password?: string; within_ms?: number; mail?: typeof letter };
async function tryOne(
  script: Parameters<typeof openRelay>[0],
  { password = 'p%40ss', within_ms = 20_000, mail }: Wish = {},
): Promise<Trial> {
  relay = await openRelay(script);
  const url = relay.url.replace('127.0.0.1', 'localhost').replace('p@ss', password);
  const [trial] = await tryRelays(readRelays(url), within_ms, mail);
  return trial!;
}
const statesOf = ({ steps }: Trial) => steps.map(({ step, state }) => `${step} ${state}`).join(', ');
const failureOf = ({ steps }: Trial) => steps.find(({ state }) => state === 'failed');

test('every step is shown with the relay’s words, and the mail arrives unchanged', async () => {
  for (const tls of ['implicit', 'starttls'] as const) {
    const trial = await tryOne({ tls, user }, { mail: letter });
    assert.equal(statesOf(trial), 'connect good, tls good, ehlo good, login good, mail good');
    assert.equal(trial.state, 'good');
    assert.match(trial.tls!.protocol, /^TLSv1/);
    assert.deepEqual([trial.tls?.subject, trial.tls?.is_trusted], ['localhost', true]);
    assert.ok(trial.extensions.includes('PIPELINING'));
    assert.match(trial.steps[0]!.words[0]!, /^220/);
    const [accepted] = relay!.accepted;
    assert.deepEqual([accepted?.to, accepted?.source], ['ada@example.net', letter.message]);
    await relay!.close();
  }
});

test('without a login, TLS or mail, these steps are skipped', async () => {
  const trial = await tryOne({});
  assert.equal(statesOf(trial), 'connect good, tls skipped, ehlo good, login skipped, mail skipped');
  assert.equal(
    relay!.said.some(({ verb }) => verb === 'MAIL'),
    false,
  );
});

test('a refused login fails with the relay’s words and the remedy, and nothing ever shows the password', async () => {
  const answer = ({ verb, line }: { verb: string; line: string }) =>
    verb === 'AUTH' ? `535 5.7.8 not ${line.split(' ').at(-1)} and not p@ss` : undefined;
  const trial = await tryOne({ tls: 'implicit', user, answer }, { mail: letter });
  assert.equal(statesOf(trial), 'connect good, tls good, ehlo good, login failed, mail skipped');
  assert.ok(trial.tls, 'the certificate is shown all the same');
  assert.match(failureOf(trial)!.detail, /^535 5\.7\.8 not … and not … Check user and password/);
  const shown = JSON.stringify(trial);
  for (const secret of ['p@ss', Buffer.from('\0ada\0p@ss').toString('base64')])
    assert.ok(!shown.includes(secret));
});

test('a relay that refuses a recipient, refuses everything, is mute, or is away is reported as such', async () => {
  const refused = await tryOne(
    { answer: ({ verb }) => (verb === 'RCPT' ? '550 5.7.1 not from you' : undefined) },
    { mail: letter },
  );
  assert.match(failureOf(refused)!.detail, /^550 5\.7\.1 not from you/);
  assert.equal(failureOf(refused)!.step, 'mail');
  await relay!.close();
  const rude = await tryOne({ answer: ({ verb }) => (verb === 'CONNECT' ? '554 5.7.1 go away' : undefined) });
  assert.deepEqual([failureOf(rude)?.step, /go away/.test(failureOf(rude)!.detail)], ['connect', true]);
  await relay!.close();
  const mute = await tryOne(
    { answer: ({ verb }) => (verb === 'EHLO' ? new Promise(() => {}) : undefined) },
    { within_ms: 300 },
  );
  assert.match(failureOf(mute)!.detail, /no answer within 0\.3 seconds/);
  const [away] = await tryRelays(readRelays('smtp://127.0.0.1:1'), 20_000);
  assert.equal(failureOf(away!)!.step, 'connect');
});

test('a certificate that nobody trusts fails where TLS is required', async () => {
  setDefaultCACertificates(own);
  const trial = await tryOne({ tls: 'implicit', user });
  assert.equal(statesOf(trial), 'connect good, tls failed, ehlo skipped, login skipped, mail skipped');
  assert.match(failureOf(trial)!.detail, /certificate/);
});

test('no TLS, an untrusted certificate and one that ends soon are warnings, except on this machine', () => {
  const day = 86_400_000;
  const tls = {
    protocol: 'TLSv1.3',
    subject: 'mail.example',
    issuer: 'A',
    valid_from: new Date(0),
    valid_until: new Date(Date.now() + 90 * day),
    is_trusted: true,
  };
  const judge = (host: string, ...some: Parameters<typeof judgeTls>[1][]) =>
    some.map(one => judgeTls({ host, tls: 'opportunistic' }, one).state);
  const soon = { ...tls, valid_until: new Date(Date.now() + 5 * day) };
  const doubtful = { ...tls, is_trusted: false };
  assert.deepEqual(judge('mail.example', tls, null, doubtful, soon), [
    'good',
    'warning',
    'warning',
    'warning',
  ]);
  assert.deepEqual(judge('127.0.0.1', tls, null, doubtful), ['good', 'skipped', 'good']);
});
