import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAst } from 'vite';

const src = join(import.meta.dirname, 'src');
/** Texts on screens that are the same in every language: code, addresses, a specimen of a typeface. */
const universal = new Set([
  'POST',
  'Ag',
  '&thinsp;%',
  'npx postrider sign-in',
  'https://',
  'letter.example.org',
  'rk_live_…',
]);
/** Attributes that people read or hear. */
const read = /^(?:aria-label|aria-description|title|placeholder|alt|label|hint|note|detail|legend|caption)$/;

type Node = {
  type: string;
  name?: { name: string };
  value?: string | Node | null;
  expression?: { value?: unknown };
};

test('no screen has a text of its own: all texts are among the words, so that they can be translated', () => {
  const screens = globSync('**/*.tsx', { cwd: src }).filter(file => !file.startsWith('ui/parts'));
  assert.ok(screens.length > 300);
  const found = screens.flatMap(file =>
    textsIn(parseAst(readFileSync(join(src, file), 'utf8'), { lang: 'tsx' }) as unknown as Node)
      .filter(text => /\p{L}{2}/u.test(text) && !universal.has(text.trim()))
      .map(text => `${file}: ${text.trim()}`),
  );
  assert.deepEqual(found, []);
});

/** Returns the texts between and in the tags of a program. */
function textsIn(node: Node): string[] {
  const { type, name, value, expression } = node;
  if (type === 'JSXText') return [String(value)];
  if (type === 'JSXExpressionContainer' && typeof expression?.value === 'string') return [expression.value];
  if (type === 'JSXAttribute' && typeof value === 'object' && value?.type === 'Literal')
    return read.test(name?.name ?? '') ? [String(value.value)] : [];
  return Object.values(node).flat().filter(isNode).flatMap(textsIn);
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'type' in part;
}
