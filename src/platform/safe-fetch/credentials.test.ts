import assert from 'node:assert/strict';
import { test } from 'node:test';
import { basicAuthorization, isSameParty } from './credentials.ts';

test('credentials follow a redirect within an origin and from http to https on the same host, nowhere else', () => {
  const same = (from: string, to: string) => isSameParty(new URL(from), new URL(to));
  assert.ok(same('https://a.example/x', 'https://a.example/y'));
  assert.ok(same('http://a.example/', 'https://a.example/'));
  assert.ok(!same('https://a.example/', 'http://a.example/'));
  assert.ok(!same('https://a.example/', 'https://b.a.example/'));
  assert.ok(!same('https://a.example/', 'https://a.example:8443/'));
  assert.ok(!same('http://a.example:8080/', 'https://a.example/'));
});

test('a user without a password, a password without a user, and a stray % are sent as they are', () => {
  const sent = (url: string) => {
    const { authorization = '' } = basicAuthorization(new URL(url));
    return Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
  };
  assert.equal(sent('https://me@a.example/'), 'me:');
  assert.equal(sent('https://:key@a.example/'), ':key');
  assert.equal(sent('https://100%:a%3Ab@a.example/'), '100%:a:b');
  assert.equal(sent('https://a.example/'), '');
});
