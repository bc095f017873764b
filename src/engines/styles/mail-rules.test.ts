import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailRules } from './mail-rules.ts';

const values = { light: { ink: '#222222', size: '17px' }, dark: { ink: '#eeeeee', size: '17px' } };

test('variables become literal values, and only a rule with a color gets another rule for dark screens', () => {
  assert.equal(
    mailRules('.a { color: var(--ink); font-size: var(--size) } .b { margin: 0 }', values),
    '.a{color:#222222;font-size:17px}.b{margin:0}@media (prefers-color-scheme: dark){.a{color:#eeeeee !important}}',
  );
});

test('the light value of a variable is the same in both schemes', () => {
  assert.equal(mailRules('.a { color: var(--light-ink) }', values), '.a{color:#222222}');
});

test('an unknown variable is an error of the theme', () => {
  assert.throws(
    () => mailRules('.a { color: var(--nothing) }', values),
    /var\(--nothing\): there is no such variable/,
  );
});
