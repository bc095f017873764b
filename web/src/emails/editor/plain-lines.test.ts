import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepLines } from './paste.ts';

test('the lines of unformatted text look in the mail as they did at their source', () => {
  const long = 'A line that goes on and on, as in a program that wraps nothing. '.repeat(3).trim();
  const wrapped =
    'Low water is at dusk on Sunday, and the gulls know it before\nwe do. Walk out with the tide table in your pocket, and mind\nthe channel.';
  const cases: Record<string, string> = {
    '12 Quay Street\nOld Harbour': '12 Quay Street  \nOld Harbour',
    [`${long}\n${long}`]: `${long}\n\n${long}`,
    [wrapped]: wrapped,
    'One\n\nTwo': 'One\n\nTwo',
    'One\r\ntwo\r\n\r\nThree': 'One  \ntwo\n\nThree',
    One: 'One',
    '- one\n- two': '- one\n- two',
    '| a |\n| --- |\n| b |': '| a |\n| --- |\n| b |',
    '```\na\nb\n\nc\nd\n```\n\ne\nf': '```\na\nb\n\nc\nd\n```\n\ne  \nf',
    '<div>\na\n</div>': '<div>\na\n</div>',
  };
  for (const [text, expected] of Object.entries(cases)) assert.equal(keepLines(text), expected);
});
