import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { close, makes, open } from './cursor-samples.ts';
import { edges } from './edges.ts';
import { deepenItems, raiseItems } from './items.ts';
import { breakLine, breakParagraph } from './paragraphs.ts';

test('Enter begins a new paragraph after a blank line', () => {
  makes(breakParagraph, {
    'One|': 'One\n\n|',
    'One |two': 'One\n\n|two',
    'One|\n\nTwo': 'One\n\n|\n\nTwo',
    'One\n\n|Two': 'One\n\n\n\n|Two',
    '|One': '\n\n|One',
    'One|\ntwo': 'One\n\n|two',
    'One  |\ntwo': 'One\n\n|two',
    'One\\|\ntwo': 'One\n\n|two',
    'One\n|two': 'One\n\n|two',
    'On|e tw|o': 'On\n\n|o',
    'a **o|n|e**': 'a **o**\n\n**|e**',
    '## One|\ntwo': '## One\n\n|\n\ntwo',
    '## One |two': '## One\n\n|two',
    'One\n\n|': 'One\n\n|',
    'One\n|\nTwo': 'One\n\n|\n\nTwo',
    '{% if a %}|\n\nOne\n\n{% endif %}': '{% if a %}\n\n|\n\nOne\n\n{% endif %}',
  });
});

test('Enter keeps marks on both sides, and keeps a link whole', () => {
  makes(breakParagraph, {
    'a **one |two** b': 'a **one**\n\n**|two** b',
    'a **one two|**': 'a **one two**\n\n|',
    'a **one two|** b': 'a **one two**\n\n|b',
    'a |**one**': 'a\n\n|**one**',
    'a **|one**': 'a\n\n|**one**',
    'a ***one |two***': 'a ***one***\n\n***|two***',
    '[one|](https://a.example)': '[one](https://a.example)\n\n|',
    '[one](https://a.example)|': '[one](https://a.example)\n\n|',
    '[one |two](https://a.example) b': '[one](https://a.example)\n\n[|two](https://a.example) b',
    '- **a |b**': '- **a**\n- **|b**',
  });
});

test('Enter makes the next item of a list and continues a quote; in an empty line, it ends both', () => {
  makes(breakParagraph, {
    '- one|': '- one\n- |',
    '1. one|\n2. two': '1. one\n2. |\n3. two',
    '- [x] one|': '- [x] one\n- [ ] |',
    '- one\n- |': '- one\n\n|',
    '- one\n- |\n- two': '- one\n\n|\n\n- two',
    '1. one\n2. |': '1. one\n\n|',
    '- [ ] |': '|',
    '- one\n  - two\n  - |': '- one\n  - two\n- |',
    '- one\n  * |': '- one\n- |',
    '1. one\n   1. |': '1. one\n2. |',
    '> one|': '> one\n>\n> |',
    '> one\n>\n> |': '> one\n\n|',
    '> one\n> |': '> one\n\n|',
    '> one\n>\n> |\n> two': '> one\n\n|\n\n> two',
    '> - one\n> - |': '> - one\n>\n> |',
  });
});

test('in code and HTML, Enter writes a plain new line; where code begins, it also closes the code', () => {
  makes(breakParagraph, {
    'One\n\n```js|\n\nTwo': 'One\n\n```js\n|\n```\n\nTwo',
    '- ```|': '- ```\n  |\n  ```',
    '```\na|\n```': undefined,
    '    a|': undefined,
    '<div>\na|\n</div>': undefined,
    '```\na\n```|': '```\na\n```\n\n|',
  });
});

test('Shift-Enter breaks the line, as mails do', () => {
  makes(breakLine, {
    'One|': 'One  \n|',
    'One |two': 'One  \n|two',
    '- one|': '- one  \n  |',
    '10. one |two': '10. one  \n    |two',
    '> one|': '> one  \n> |',
    '## One|': '## One\n\n|',
    '```\na|\n```': undefined,
  });
});

function shifted(command: typeof deepenItems, text: string): string | undefined {
  let state = open(text);
  const view = { state, dispatch: (transaction: { state: EditorState }) => (state = transaction.state) };
  return command(view as never) ? state.doc.toString() : undefined;
}

test('Tab makes an item a child of the one before it, and Shift-Tab takes it out', () => {
  const both = {
    '- one\n- two|': '- one\n  - two',
    '1. one\n2. two|': '1. one\n   1. two',
    '- one\n- two|\n  - three': '- one\n  - two\n    - three',
    '> - one\n> - two|': '> - one\n>   - two',
    '- one\n- tw|o\n- thr|ee': '- one\n  - two\n  - three',
  };
  for (const [before, after] of Object.entries(both)) assert.equal(shifted(deepenItems, before), after);
  assert.equal(shifted(deepenItems, '- one|'), '- one');
  assert.equal(shifted(deepenItems, '- one\n- |'), '- one\n  * ', 'no heading, as a lone - would make');
  assert.equal(shifted(raiseItems, '- one\n  * |'), '- one\n- ');
  assert.equal(shifted(deepenItems, '1. one\n   1. two\n2. three|'), '1. one\n   1. two\n   2. three');
  assert.equal(shifted(deepenItems, 'One|'), undefined, 'Tab leaves the text');
  assert.equal(shifted(raiseItems, '- one\n  - two|'), '- one\n- two');
  assert.equal(shifted(raiseItems, '1. one\n   - two|\n2. three'), '1. one\n2. two\n2. three');
  assert.equal(shifted(raiseItems, '- one|'), '- one');
});

test('the cursor stands outside a link, before or after it, and before the marker of a line break', () => {
  const go = (doc: string, anchor: number) => {
    const state = EditorState.create({ doc, extensions: [markdownLanguage, edges] });
    return close(state.update({ selection: { anchor } }).state);
  };
  const link = 'a [one](https://a.example) b';
  const words = link.indexOf('one');
  for (const at of [words + 3, words + 4, link.indexOf(' b') - 1])
    assert.equal(go(link, at), 'a [one](https://a.example)| b');
  for (const at of [words, words - 1]) assert.equal(go(link, at), 'a |[one](https://a.example) b');
  assert.equal(go(link, words + 1), 'a [o|ne](https://a.example) b');
  assert.equal(go('a [one](https://a.example)', words + 3), 'a [one](https://a.example)|');
  for (const at of [2, 3]) assert.equal(go('a  \nb', at), 'a|  \nb');
  assert.equal(go('a  \nb', 4), 'a  \n|b');
  assert.equal(go('a\\\nb', 2), 'a|\\\nb');
});
