import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { keys } from '../../platform/keys.ts';
import { bindings } from './bindings.ts';
import { toolBindings } from './toolbar.ts';

test('the editor listens for exactly the keys of the list, and for none twice', () => {
  const { insert: _, leave: __, review, line_break, deeper, less_deep, ...writing } = keys.writing;
  const listed = [...Object.values(writing), ...Object.values(keys.formatting)].flat();
  const bound = [...bindings, ...toolBindings].map(({ key }) => key).filter(key => key !== 'Escape');
  assert.deepEqual(bound.toSorted(), listed.toSorted());
  const others = [...review, ...line_break];
  assert.equal(new Set([...bound, ...others]).size, bound.length + others.length);
  // In a list, these keys apply before those of a table that shows its markers.
  assert.deepEqual([deeper, less_deep], [writing.next_cell, writing.previous_cell]);
});

/** Keys that do the same in every menu, list of choices and field, so that no list of shortcuts names them. */
const standard = /^(?:Arrow(?:Up|Down|Left|Right)|Home|End|Enter|Escape|Tab|Backspace|Delete|\[1-9\])$/;

test('nothing else listens for a key that is not in the list', () => {
  const src = join(import.meta.dirname, '../..');
  const found = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.ts'] }).flatMap(file => {
    const text = readFileSync(join(src, file), 'utf8');
    const compared = text.matchAll(/\bkey\b(?:\.toLowerCase\(\))? [!=]== '([^']+)'|\bkey: '([^']+)', run/g);
    return Array.from(compared, ([, one, other]) => `${file}: ${one ?? other}`);
  });
  assert.deepEqual(
    found.filter(one => !standard.test(one.split(': ')[1]!)),
    [],
  );
});
