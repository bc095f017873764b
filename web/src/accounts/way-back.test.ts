import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithin } from './way-back.ts';

const origin = 'https://news.lowwater.example';
const goesBack = (back: string, home = '/dashboard') => isWithin(home, back, origin);

test('signing in leads back only to an address of the dashboard', () => {
  for (const good of ['/dashboard', '/dashboard/', '/dashboard/daily/emails?search=%2F%2Fevil.example#x'])
    assert.ok(goesBack(good), good);
  assert.ok(goesBack('/news/dashboard/daily', '/news/dashboard'));
  for (const bad of [
    '',
    'https://evil.example/dashboard',
    '//evil.example/dashboard',
    '/\\evil.example/dashboard',
    'javascript:alert(1)//dashboard',
    'https://news.lowwater.example/dashboard',
    '/dashboardx',
    '/dashboard/../v1/emails',
    '/%64ashboard/../x',
    '/',
    '/dashboard/sign-in',
    '/dashboard/sign-in?state=x',
  ])
    assert.ok(!goesBack(bad), bad);
});
