import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../../testing/postrider.ts';
import { until } from '../../../testing/until.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

/** Imports the file, and returns the report. */
async function imported(file: string, query: string) {
  const type = { 'content-type': 'text/csv' };
  const { status, body, text } = await service.api(
    'POST',
    `/v1/imports?dry_run=false&confirm=true&${query}`,
    file,
    type,
  );
  assert.equal(status, 201, text);
  const done = await until('the import has stopped', async () => {
    const { body: now } = await service.api('GET', `/v1/imports/${body.id}`);
    return ['succeeded', 'failed'].includes(now.status) && now;
  });
  assert.equal(done.status, 'succeeded', done.status_reason);
  return done.report;
}

const localeOf = async (address: string) =>
  (await service.api('GET', `/v1/subscribers/${address}`)).body.locale;

test('a column of languages, by tag or by name, becomes the reader’s language', async () => {
  const languages = { a: 'de', b: 'pt_BR', c: 'German', d: 'Français', e: 'EN-us', f: '', g: 'none of them' };
  const lines = Object.entries(languages).map(([name, language]) => `${name}@example.org,${language}`);
  const { columns } = await imported(['Email,Sprache', ...lines].join('\n'), 'format=csv');
  assert.equal(columns.Sprache, 'locale');
  assert.deepEqual(await Promise.all(Object.keys(languages).map(name => localeOf(`${name}@example.org`))), [
    'de',
    'pt-BR',
    'de',
    'fr',
    'en-US',
    '',
    '',
  ]);
});

test('the export of another service brings languages too, and a column of that name with other contents stays metadata', async () => {
  const head =
    'Email Address,First Name,MEMBER_RATING,OPTIN_TIME,CONFIRM_TIME,CONFIRM_IP,LEID,EUID,TAGS,Language';
  const line = (address: string, language: string) =>
    `${address},Ada,2,2023-01-02 10:00:00,2023-01-02 10:01:00,192.0.2.1,1,e${language},,${language}`;
  const mailchimp = [head, line('h@example.org', 'Arabic'), line('i@example.org', 'ja')].join('\n');
  await imported(mailchimp, 'format=auto');
  assert.deepEqual([await localeOf('h@example.org'), await localeOf('i@example.org')], ['ar', 'ja']);
  const other = 'Email,Language\nj@example.org,fluent\nk@example.org,fluent and fast';
  assert.equal((await imported(other, 'format=csv')).columns.Language, 'metadata.language');
});

test('a CSV export brings the languages back', async () => {
  const { text } = await service.api('GET', '/v1/exports/csv/subscribers');
  const mine = text.replaceAll('@example.org', '@example.net');
  await imported(mine, 'format=csv');
  assert.deepEqual(await Promise.all(['a', 'b', 'h', 'f'].map(name => localeOf(`${name}@example.net`))), [
    'de',
    'pt-BR',
    'ar',
    '',
  ]);
});
