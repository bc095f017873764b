import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLayoutFaults } from './own-layout.ts';

const good = `<!doctype html>
<html><head><style>.x{color:#333}</style></head>
<body><h1>{{ newsletter.name }}</h1>{{ content }}<p><a href="{{ unsubscribe_url }}">Leave</a></p></body></html>`;

test('a layout with its content and a link to unsubscribe can be used', () => {
  assert.deepEqual(findLayoutFaults(good), []);
});

test('each fault of a layout is named with its line and the remedy', () => {
  const wrong: [layout: string, line: number | null, found: RegExp][] = [
    [good.replace('{{ content }}', ''), null, /no \{\{ content \}\}/],
    [good.replace('{{ content }}', '{{ content }}{{content}}'), null, /more than once/],
    [good.replace('unsubscribe_url', 'subscribe_url'), null, /no link to unsubscribe/],
    [`${good}<!-- ${'x'.repeat(50_000)} -->`, null, /bytes/],
    [good.replace('<h1>', '\n<script>1</script><h1>'), 4, /<script>/],
    [good.replace('<h1>', '<h1 onclick="x()">'), 3, /onclick/],
    [good.replace('<h1>', '<a href=" JavaScript:x">'), 3, /not a web address/],
    [good.replace('<h1>', '<h1 style="background:url(https://a.example)">'), 3, /loads something/],
    [good.replace('color:#333', '@import "x"'), 2, /style sheet loads/],
    [good.replace('<h1>', '<meta http-equiv="Refresh" content="0"><h1>'), 3, /refresh/],
  ];
  for (const [layout, line, found] of wrong) {
    const [fault, ...others] = findLayoutFaults(layout);
    assert.deepEqual([fault?.line, others], [line, []], String(found));
    assert.match(fault!.found, found);
    assert.ok(fault!.remedy);
  }
});
