import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { openSafeFetch } from '../../platform/safe-fetch/safe-fetch.ts';
import { testVault } from '../../testing/vault.ts';
import { asksCaptcha, isSolved } from './captcha.ts';

const settings = { captcha: 'hcaptcha', captcha_site_key: 'site', captcha_secret: 's&cret', id: 'x' };
const safe_fetch = openSafeFetch({
  allowed_private_networks: ['127.0.0.0/8'],
  contact_url: 'http://news.example',
});
const asked: URLSearchParams[] = [];
let answer = '';
const provider = createServer(async (request, response) => {
  asked.push(new URLSearchParams(await text(request)));
  response.end(answer);
});
let address: string;
before(async () => {
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`;
});
after(async () => {
  await safe_fetch.close();
  provider.close();
});

test('a captcha is required once all its settings are set', () => {
  assert.equal(asksCaptcha(settings), true);
  for (const missing of [
    { captcha: '' },
    { captcha: 'toString' },
    { captcha_site_key: '' },
    { captcha_secret: '' },
  ])
    assert.equal(asksCaptcha({ ...settings, ...missing }), false);
});

test('a captcha counts as solved only if the provider explicitly says so', async () => {
  answer = '{"success":true}';
  assert.equal(await isSolved({ safe_fetch, vault: testVault }, settings, 'response', address), true);
  assert.deepEqual(Object.fromEntries(asked.at(-1)!), { secret: 's&cret', response: 'response' });
  for (const other of ['{"success":false}', '{"success":"true"}', 'null', '', '<html>', '[]']) {
    answer = other;
    assert.equal(
      await isSolved({ safe_fetch, vault: testVault }, settings, 'response', address),
      false,
      other,
    );
  }
});

test('without a response the provider is not asked, and a provider that is down lets nobody in', async () => {
  const before = asked.length;
  assert.equal(await isSolved({ safe_fetch, vault: testVault }, settings, '', address), false);
  assert.equal(asked.length, before);
  assert.equal(
    await isSolved({ safe_fetch, vault: testVault }, settings, 'response', 'http://127.0.0.1:1/'),
    false,
  );
});
