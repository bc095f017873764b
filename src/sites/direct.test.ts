import assert from 'node:assert/strict';
import { test } from 'node:test';
import { direct } from './direct.ts';
import { knowPlaces, type Place } from './place.ts';

const base_url = 'https://news.example/mail';
const place = (host: string, is: Place['is'], more: Partial<Place> = {}): Place => ({
  host,
  is,
  username: 'letter',
  served_domain: 'letter.example',
  is_pointed: true,
  ...more,
});
const known = knowPlaces([
  place('letter.example', 'served'),
  place('old.example', 'former'),
  place('wish.example', 'claimed', { username: 'wish', served_domain: '' }),
  place('left.example', 'former', { username: 'wish', served_domain: '' }),
]);

function where(host: string | undefined, url: string, method = 'GET'): string {
  const direction = direct(known, base_url, { method, host, url });
  return direction.is === 'here' ? direction.path : `→ ${direction.address}`;
}

test('a domain shows its newsletter, and the pages of the installation that readers need', () => {
  for (const [url, path] of [
    ['/', '/letter/'],
    ['/?lang=de', '/letter/?lang=de'],
    ['/archive/one/', '/letter/archive/one/'],
    ['/rss?count=3', '/letter/rss?count=3'],
    ['/sign-in/TOKEN', '/letter/sign-in/TOKEN'],
    ['/robots.txt', '/letter/robots.txt'],
    ['/unsubscribe/TOKEN', '/unsubscribe/TOKEN'],
    ['/c/TOKEN', '/c/TOKEN'],
    ['/feed/TOKEN.xml', '/feed/TOKEN.xml'],
    ['/o/TOKEN.gif', '/o/TOKEN.gif'],
    ['/mail/favicon.svg', '/favicon.svg'],
    ['/api/emails/embed-subscribe/letter', '/api/emails/embed-subscribe/letter'],
    ['/.well-known/postrider/challenges/1', '/.well-known/postrider/challenges/1'],
  ])
    assert.equal(where('letter.example', url!), path);
});

test('anything that is not for readers has no address at a domain', () => {
  for (const url of [
    '/v1/emails',
    '/V1/emails',
    '//v1/emails',
    '/%76%31/emails',
    '/./v1/emails',
    '/c/../v1/emails',
    '/dashboard',
    '/dashboard/session',
    '/docs',
    '/metrics',
    '/inbox',
    '/feedback/ses',
    '/feeds/ping/TOKEN',
    '/api/emails',
    '/healthz',
    '/another/archive/',
    'http://news.example/v1/emails',
    '*',
  ])
    for (const method of ['GET', 'POST', 'DELETE'])
      assert.match(where('letter.example', url, method), /^\/(?:letter|c\/\.\.)/, url);
});

test('pages have moved from the installation to the domain, and forms are answered at the address where they arrive', () => {
  assert.equal(where('news.example', '/letter'), '→ https://letter.example/');
  assert.equal(where('news.example', '/Letter?lang=de'), '→ https://letter.example/?lang=de');
  assert.equal(
    where('127.0.0.1:8080', '/letter/archive/one/?a=b'),
    '→ https://letter.example/archive/one/?a=b',
  );
  assert.equal(where('letter.example', '/letter/rss'), '→ https://letter.example/rss');
  assert.equal(where('old.example', '/archive/one/'), '→ https://letter.example/archive/one/');
  assert.equal(where('old.example', '/manage/TOKEN'), '→ https://letter.example/manage/TOKEN');
  assert.equal(where('old.example', '/unsubscribe/TOKEN', 'POST'), '/unsubscribe/TOKEN');
  assert.equal(where('news.example', '/unsubscribe/TOKEN', 'POST'), '/unsubscribe/TOKEN');
  assert.equal(where('news.example', '/letter/sign-in', 'POST'), '/letter/sign-in');
  assert.equal(where('news.example', '/letters'), '/letters');
  assert.equal(where('news.example', '/other/archive/'), '/other/archive/');
});

test('a domain that its newsletter has left leads to the installation if there is no other', () => {
  assert.equal(where('left.example', '/archive/one/'), '→ https://news.example/mail/wish/archive/one/');
  assert.equal(where('left.example', '/manage/TOKEN'), '→ https://news.example/mail/manage/TOKEN');
});

test('a name that a newsletter claims is the installation’s until it is found to lead here', () => {
  for (const url of ['/', '/v1/emails', '/healthz', '/dashboard', '/unsubscribe/TOKEN'])
    assert.equal(where('wish.example', url), url);
});

test('capitals, a port or a full stop at the end make no difference to a name', () => {
  for (const host of ['LETTER.example', 'letter.example:8443', 'letter.example.', 'letter.example.:80'])
    assert.equal(where(host, '/v1/emails'), '/letter/v1/emails');
  for (const host of [undefined, '', 'letter.example.evil.example', 'xletter.example', 'letter.example/x'])
    assert.equal(where(host, '/v1/emails'), '/v1/emails');
});
