import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alignTables } from './tables.ts';
import { orderFootnotes } from './tidy.ts';

test('the columns of a table are aligned as its rule says', () => {
  const table = ['|Tide|Height|Note', '|:-|-:|:-:|', '|Spring|4.2 m|a', '|Neap|3|long `a|b` note|'].join(
    '\n',
  );
  assert.equal(
    alignTables(`Before\n\n${table}\n\nAfter | that`),
    [
      'Before',
      '',
      '| Tide   | Height |      Note       |',
      '| :----- | -----: | :-------------: |',
      '| Spring |  4.2 m |        a        |',
      '| Neap   |      3 | long `a|b` note |',
      '',
      'After | that',
    ].join('\n'),
  );
});

test('a table in code stays as it is, and aligning twice changes nothing', () => {
  const code = '```\n|a|b|\n|-|-|\n```';
  assert.equal(alignTables(code), code);
  const once = alignTables('|a|b|\n|-|-|\n|長い|c|');
  assert.equal(alignTables(once), once);
});

test('footnotes are numbered by use and stand at the end', () => {
  const text =
    'One[^3] and two[^note].\n\n[^1]: unused\n[^3]: third\n\nMore[^7].\n\n[^note]: named\n[^7]: seventh';
  assert.equal(
    orderFootnotes(text),
    'One[^1] and two[^note].\n\nMore[^2].\n\n[^1]: third\n[^note]: named\n[^2]: seventh\n[^3]: unused\n',
  );
  assert.equal(orderFootnotes('No notes'), 'No notes');
});
