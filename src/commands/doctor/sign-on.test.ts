import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../platform/config/config.ts';
import { providerSettings } from '../../testing/sign-on.ts';
import { startSignOnProvider } from '../../testing/sign-on-provider.ts';
import { checkSignOn } from './sign-on.ts';

const check = (issuer: string) =>
  checkSignOn(
    readConfig({ ...providerSettings(issuer), BASE_URL: 'https://news.lowwater.example' }, '/nowhere'),
  );

test('a provider that answers is good, and its operator learns which address it must allow', async () => {
  const provider = await startSignOnProvider();
  try {
    const [finding] = await check(provider.issuer);
    assert.equal(finding?.state, 'good');
    assert.match(finding.detail, /https:\/\/news\.lowwater\.example\/dashboard\/sign-in for redirects/);
  } finally {
    await provider.close();
  }
});

test('a provider that is down, answers with an error, or is another one is wrong, with the reason', async () => {
  const provider = await startSignOnProvider();
  try {
    const { told, issuer } = provider;
    told.status = 404;
    assert.match((await check(issuer))[0]!.detail, /the status is 404/);
    told.status = 200;
    const [other] = await check(`${issuer}/realms/other`);
    assert.deepEqual([other?.state, /status is 404/.test(other!.detail)], ['wrong', true]);
    assert.equal(
      (await check(issuer.replace('127.0.0.1', 'localhost')))[0]?.state,
      'wrong',
      'another issuer',
    );
    told.down = true;
    assert.equal((await check(issuer))[0]?.state, 'wrong');
  } finally {
    await provider.close();
  }
});

test('without a provider nothing is checked', async () => {
  assert.deepEqual(await checkSignOn(readConfig({}, '/nowhere')), []);
});
