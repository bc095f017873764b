import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerptOf, excerptOfUnfinished } from './excerpt.ts';
import { finishLines, marks } from './wrap.ts';

const long = 'The tide went out further than anybody had seen. '.repeat(30);

test('the first words of an unfinished text are those of the finished text', () => {
  const { title, subtitle, keep, cell } = marks;
  for (const text of [
    '',
    'Short.',
    long,
    `${title}Low water\n\n${long}`,
    `${subtitle}Low water\n\nDear Ada,\n\n[A boat]\n\n${long}`,
    `${keep}let a = 1;\n\n${long}`,
    `One${cell}Two\nThree${cell}Four\n\n${long}`,
    `See the wreck (https://a.example/${'w'.repeat(300)}) ${long}`,
    `https://a.example/${'w'.repeat(500)} ${long}`,
    `${'=-'.repeat(300)} ${long}`,
  ])
    assert.equal(excerptOfUnfinished(text), excerptOf(finishLines(text)), text.slice(0, 60));
});

test('an excerpt has whole words, and ends in an ellipsis if it is cut', () => {
  const excerpt = excerptOf(long);
  assert.ok(excerpt.length <= 200 && long.startsWith(excerpt.slice(0, -1)) && excerpt.endsWith('…'), excerpt);
  assert.equal(excerptOf('語'.repeat(300)), `${'語'.repeat(200)}…`);
  assert.equal(excerptOf('Short  text\n'), 'Short text');
});
