import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressWith, formCode, frameCode } from './embed-code.ts';

const hostile = '"><script>alert(1)</script>&';

test('tags and names cannot leave the attributes that hold them', () => {
  for (const code of [
    formCode('https://news.example/api/emails/embed-subscribe/a', [hostile]),
    formCode('https://news.example/a/forms/b', [], {
      button: hostile,
      fields: ['text', 'choice', 'consent'].map(type => ({
        ...{ name: hostile, label: hostile, type, required: true, options: [hostile] },
      })),
    }),
    frameCode('https://news.example/a?as_embed=true', [hostile], hostile),
  ])
    assert.ok(!code.includes('<script'), code);
});

test('an address keeps its parameters and gets each tag', () => {
  assert.equal(
    addressWith('https://news.example/a?as_embed=true', ['Häuser & Gärten', 'b']),
    'https://news.example/a?as_embed=true&tag=H%C3%A4user+%26+G%C3%A4rten&tag=b',
  );
});
