import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { makes } from './cursor-samples.ts';
import { joinAbove, joinBelow } from './joining.ts';
import { breakLine, breakParagraph } from './paragraphs.ts';
import { numbersFrom, randomText } from './samples.ts';
import { solidBlocks } from './solids.ts';

test('Backspace at the beginning of a paragraph joins it with the one above', () => {
  makes(joinAbove, {
    'One\n\n|Two': 'One|Two',
    'One\n\n|': 'One|',
    'One\n\n|\n\nTwo': 'One|\n\nTwo',
    'One\n|\nTwo': 'One|\n\nTwo',
    'One\n\n\n\n|Two': 'One\n\n|Two',
    'One\n|two': 'One |two',
    'One  \n|two': 'One|two',
    '\n\n|Two': '|Two',
    'One|': undefined,
    '|One': undefined,
    '## One\n\n|Two': '## One|Two',
    '> one\n>\n> |two': '> one|two',
    '> |one': '|one',
    '- one\n- |two\n- three': '- one\n\n|two\n\n- three',
    '- one\n  - |two': '- one\n- |two',
    '- |one': '|one',
    '- one\n\n|Two': '- one|Two',
    '---\n\n|Two': '|---\n\nTwo',
    '<!-- paywall -->\n\n|': '|<!-- paywall -->',
    'One[^1]\n\n[^1]: |Two': 'One[^1]\n\n[^1]: |Two',
    '[^1]: One\n\n|Two': '[^1]: One|Two',
    '```\na\n```\n\n|Two': '```\na|\n```\n\nTwo',
    '```\na\n```\n\n|': '```\na|\n```',
    '<div class="callout">\n\n|\n\n</div>\n\nTwo': '|\n\nTwo',
    '<div class="callout">\n\n|\n\nOne\n\n</div>': '<div class="callout">\n\n|\n\nOne\n\n</div>',
    '<div class="x">\n\n|Two': '<div class="x">\n\n|Two',
  });
});

test('Delete at the end of a paragraph joins the next one with it', () => {
  makes(joinBelow, {
    'One|\n\nTwo': 'One|Two',
    'One|\ntwo': 'One| two',
    'One|\n\n- two': 'One|two',
    'One\n\n|\n\nTwo': 'One\n\n|Two',
    'O|ne\n\nTwo': undefined,
    'One|\n\n<!-- paywall -->': 'One\n\n|<!-- paywall -->',
  });
});

test('in 1,000 texts, Enter, Backspace and Delete lose no word', () => {
  const random = numbersFrom(7);
  for (let count = 0; count < 1000; count += 1) {
    const doc = randomText(random).replace(/\r\n?/g, '\n');
    const at = Math.floor(random() * (doc.length + 1));
    const state = EditorState.create({
      doc,
      selection: { anchor: at },
      extensions: [markdownLanguage, solidBlocks],
    });
    ensureSyntaxTree(state, doc.length, 10_000);
    // Markers may be repeated on both sides, and those of an item or a task may go.
    const words = (text: string) =>
      text.replace(/\[[ xX]\]|\(\s*<?https?:[^)]*\)|[\d\s>.)[\]*~`#+_=\\-]/g, '');
    for (const by of [breakParagraph, breakLine, joinAbove, joinBelow]) {
      const spec = by(state);
      if (!spec) continue;
      const after = state.update(spec).state.doc.toString();
      assert.equal(words(after), words(doc), `${by.name} at ${at} of ${JSON.stringify(doc)}`);
    }
  }
});
