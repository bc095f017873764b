import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeSlug, slugOf } from './slug.ts';

test('a slug is the subject in at most a hundred Latin letters, digits and hyphens', () => {
  for (const [subject, slug] of [
    ['Hello, World!', 'hello-world'],
    ['Grüße aus Café São Paulo', 'grusse-aus-cafe-sao-paulo'],
    ['  --Top 10: best & worst--  ', 'top-10-best-worst'],
    ['News for {{ subscriber.metadata.first_name }} {% if x %}!{% endif %}', 'news-for'],
    ['日本語', 'email'],
    ['🎉', 'email'],
    ['', 'email'],
    ['ﬁne print ①', 'fine-print-1'],
    [`${'a'.repeat(99)} b`, 'a'.repeat(99)],
    ['x'.repeat(300), 'x'.repeat(100)],
  ] as const) {
    assert.equal(slugOf(subject), slug, subject);
    assert.match(slugOf(subject), /^[a-zA-Z0-9_-]{1,100}$/);
  }
});

test('a taken slug gets the first free number, and never more than a hundred characters', () => {
  assert.equal(freeSlug('a', new Set()), 'a');
  assert.equal(freeSlug('a', new Set(['a', 'a-2', 'a-4'])), 'a-3');
  const long = 'x'.repeat(100);
  assert.equal(freeSlug(long, new Set([long])), `${'x'.repeat(98)}-2`);
});
