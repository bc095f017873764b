import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillBody } from '../../testing/samples/rendering.ts';

test('task list items start with a ticked or empty box in HTML and text', () => {
  const { html, text } = fillBody(
    '- [ ] write\n- [x] print\n- [X] *post*\n- [ ]not one\n- [] nor this\n\n1. [ ] numbered',
  );
  assert.deepEqual(html.match(/<li.*<\/li>/g), [
    '<li class="task">☐ write</li>',
    '<li class="task">☑ print</li>',
    '<li class="task">☑ <em>post</em></li>',
    '<li>[ ]not one</li>',
    '<li>[] nor this</li>',
    '<li class="task">☐ numbered</li>',
  ]);
  assert.match(text, /^- ☐ write\n- ☑ print\n/);
});

test('a box outside a list is text', () => {
  assert.equal(fillBody('[ ] a').html, '<p>[ ] a</p>');
});
