import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fields, fieldsOf } from '../fields.ts';
import type { Versioned } from '../version.ts';
import { openText } from './draft-text.ts';

test('a value that the service chose counts as written here, and text typed meanwhile stays', () => {
  const text = openText(emailWith({}));
  text.change({ subject: 'A week away' });
  text.remember(emailWith({ subject: 'A week', slug: 'a-week' }), fieldsWith({ subject: 'A week' }));
  assert.equal(text.base().slug, 'a-week');
  assert.deepEqual(text.fields.get(), fieldsWith({ subject: 'A week away', slug: 'a-week' }));
  assert.equal(text.isChanged(), true);
});

test('a version from elsewhere is merged without a question if the two changed different things', () => {
  const text = openText(emailWith({ body: 'One.\n\nTwo.' }));
  text.change({ body: 'One!\n\nTwo.' });
  const theirs = emailWith({ body: 'One.\n\nTwo.\n\nThree.', slug: 'three' });
  assert.equal(text.takeIn(theirs, undefined), true);
  assert.deepEqual(text.fields.get(), fieldsWith({ body: 'One!\n\nTwo.\n\nThree.', slug: 'three' }));
  assert.equal(text.conflict.get(), undefined);
  assert.equal(text.saved(), theirs);
});

test('our own text is not a change if only the answer to saving it was lost', () => {
  const text = openText(emailWith({ subject: 'Base' }));
  text.change({ subject: 'Mine, longer' });
  assert.equal(text.takeIn(emailWith({ subject: 'Mine' }), fieldsWith({ subject: 'Mine' })), false);
  assert.equal(text.conflict.get(), undefined);
  assert.equal(text.fields.get().subject, 'Mine, longer');
});

test('if both changed the same thing, it asks, and continues with the choice', () => {
  const text = openText(emailWith({ subject: 'Base' }));
  text.change({ subject: 'Mine' });
  assert.equal(text.takeIn(emailWith({ subject: 'Theirs' }), undefined), false);
  assert.deepEqual(text.conflict.get()?.disputed, ['subject']);
  text.settle(fieldsWith({ subject: 'Both' }));
  assert.equal(text.conflict.get(), undefined);
  assert.equal(text.base().subject, 'Theirs');
  assert.equal(text.fields.get().subject, 'Both');
});

test('text kept in this browser is merged into what was saved since, or asks if both changed the same thing', () => {
  const kept = { base: fieldsWith({ body: 'Base' }), fields: fieldsWith({ body: 'Mine' }) };
  const text = openText(emailWith({ body: 'Base', slug: 'later' }));
  text.putBack(kept);
  assert.deepEqual(text.fields.get(), fieldsWith({ body: 'Mine', slug: 'later' }));
  const other = openText(emailWith({ body: 'Theirs' }));
  other.putBack(kept);
  assert.ok(other.conflict.get());
});

function fieldsWith(fields: Partial<Fields>): Fields {
  return { ...fieldsOf(undefined), ...fields };
}

function emailWith(fields: Partial<Fields>): Versioned {
  return { ...fieldsWith(fields), id: 'id' } as Versioned;
}
