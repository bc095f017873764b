import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

const read = (SMTP_URL: string) => readConfig({ SMTP_URL }, '/nowhere/.env').SMTP_URL;

test('SMTP_URL may name several relays; what cannot be used is named with the remedy, without the password', () => {
  const urls = 'smtp://ada:secret@a.example:587?weight=3,smtps://b.example';
  assert.equal(read(urls), urls);
  assert.equal(read(''), undefined);
  for (const bad of ['mail.example.org:25', 'smtp://ada:secret@a.example?weight=many'])
    assert.throws(
      () => read(bad),
      (error: Error) =>
        error instanceof ConfigError &&
        /^SMTP_URL: .*use a/.test(error.message) &&
        !/secret/.test(error.message),
    );
});
