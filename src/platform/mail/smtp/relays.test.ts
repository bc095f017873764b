import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRelays } from './relays.ts';

test('relays are given as one address or several with weights', () => {
  const [first, second] = readRelays(
    'smtp://ada:p%40ss,word@mail.example.org?weight=3&name=news.example.org, smtps://[2001:db8::1]',
  );
  assert.deepEqual(first, {
    host: 'mail.example.org',
    port: 587,
    weight: 3,
    tls: 'require',
    login: { user: 'ada', password: 'p@ss,word', mechanism: undefined },
    client_name: 'news.example.org',
  });
  assert.deepEqual(
    [second!.host, second!.port, second!.tls, second!.weight],
    ['2001:db8::1', 465, 'implicit', 1],
  );
});

test('TLS is required where a password or other people’s mail crosses a network', () => {
  const mode = (url: string) => readRelays(url)[0]!.tls;
  assert.equal(mode('smtp://mail.example.org:25'), 'opportunistic');
  assert.equal(mode('smtp://mail.example.org:587'), 'require');
  assert.equal(mode('smtp://u:p@mail.example.org:25'), 'require');
  assert.equal(mode('smtp://u:p@127.0.0.1:587'), 'opportunistic');
  assert.equal(mode('smtp://127.0.0.1:1025?tls=none'), 'none');
});

test('unusable settings are refused without showing the password', () => {
  const bad = {
    'http://mail.example.org': /smtp:\/\//,
    'smtp://': /smtp:\/\//,
    '': /smtp:\/\//,
    'smtp://a.example,b.example': /smtp:\/\//,
    'smtp://u:secret@a.example?weight=0': /^weight/,
    'smtp://u:secret@a.example?weight=1.5': /^weight/,
    'smtp://u:secret@a.example?tls=maybe': /^tls/,
    'smtp://u:secret@a.example?tls=none': /^tls/,
    'smtps://u:secret@a.example?tls=require': /^tls/,
    'smtp://a.example?auth=plain': /^auth/,
    'smtp://u:secret@a.example?auth=digest-md5': /^auth/,
    'smtp://u:secret%@a.example': /%25/,
    'smtp://a.example?name=x%0d%0aQUIT': /^name/,
    'smtp://a.example?pool=true': /^pool/,
  };
  for (const [url, words] of Object.entries(bad)) {
    assert.throws(
      () => readRelays(url),
      (error: Error) => words.test(error.message) && !error.message.includes('secret'),
      url,
    );
  }
});
