import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitIntoPage } from './page-html.ts';

const levels = (html: string) => [...fitIntoPage(html).matchAll(/<h(\d)/g)].map(match => Number(match[1]));
const headings = (...given: number[]) => given.map(level => `<h${level} class="x">T</h${level}>`).join('');

test('an issue’s headings rank below the page title, keep their order, and skip no level', () => {
  assert.deepEqual(levels(headings(1, 2, 3)), [2, 3, 4]);
  assert.deepEqual(levels(headings(2, 3, 3, 2)), [2, 3, 3, 2]);
  assert.deepEqual(levels(headings(3, 3)), [2, 2]);
  assert.deepEqual(levels(headings(2, 5, 2, 4)), [2, 3, 2, 3]);
  assert.deepEqual(levels(headings(4, 2, 1, 3)), [2, 3, 2, 3]);
  assert.deepEqual(levels(headings(1, 2, 3, 4, 5, 6)), [2, 3, 4, 5, 6, 6]);
});

test('a heading closes at the level it opened, and nothing else is taken for a heading', () => {
  assert.equal(fitIntoPage('<h3>A</h3><hr><p>h1</p><h1>B</h1>'), '<h2>A</h2><hr><p>h1</p><h2>B</h2>');
});

test('each table is in its own scrollable element, which the keyboard reaches', () => {
  const begin = '<div aria-label="Table" class="wide" role="group" tabindex="0">';
  assert.equal(
    fitIntoPage('<table class="data"><tr><td><table></table></td></tr></table>', { table_label: 'Table' }),
    `${begin}<table class="data"><tr><td>${begin}<table></table></div></td></tr></table></div>`,
  );
});
