import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleTheme, sampleValues } from '../../testing/samples/rendering.ts';
import { compileMessage } from './compile.ts';
import { findFaults } from './findings.ts';
import { wrapTables } from './wide-tables.ts';

test('a table of data scrolls in a mail instead of widening it; tables of a layout stay as they are', () => {
  const data = '<table class="data"><tr><td>1<table class="data"></table></td></tr></table>';
  const layout = '<table width="100%"><tr><td><table class="data"></table></td></tr></table>';
  assert.equal(
    wrapTables(`${data}${layout}${data}`),
    `<div class="wide">${data}</div>${layout}<div class="wide">${data}</div>`,
  );
});

test('a mail with a table says that it scrolls, and its text is the same', () => {
  const source = { subject: 's', body: '| a | b |\n|---|---|\n| 1 | 2 |', description: 'd' };
  const { html, text } = compileMessage(source, sampleTheme).fill(sampleValues);
  assert.match(html, /<div class="wide" style="[^"]*overflow-x: ?auto;?"><table class="data"/);
  assert.match(html, /<table class="column"[^>]* style="[^"]*table-layout: ?fixed/);
  assert.match(text, /a \| b\n--\+--\n1 \| 2/);
});

test('links of footnotes differ from the text around them by more than a color', () => {
  const source = { subject: 's', body: 'Text[^1]\n\n[^1]: Note', description: 'd' };
  const compiled = compileMessage(source, sampleTheme);
  const filled = compiled.fill(sampleValues);
  const links = [...filled.html.matchAll(/<a [^>]*href="#fn[^>]*>/g)].map(([tag]) => tag);
  assert.equal(links.length, 2);
  for (const link of links) assert.match(link, /text-decoration: ?underline/);
  assert.deepEqual(findFaults(source, compiled, filled), []);
});
