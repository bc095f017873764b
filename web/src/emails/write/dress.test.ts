import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Theme, Themes } from '../../accounts/themes.ts';
import { dressOf } from './dress.ts';

const typefaces: Themes['typefaces'] = [
  { name: 'book', family: 'Charter', weight: 600 },
  { name: 'slab', family: 'Rockwell', weight: 600 },
  { name: 'sans', family: 'Inter', weight: 700 },
];
const look = {
  typeface: 'book',
  heading_typeface: 'slab',
  text_size: 'large',
  tint_color: '#7a1f2b',
} as const;
const letter: Pick<Theme, 'look'> = { look };
const nothing = {
  typeface: '',
  heading_typeface: '',
  text_size: '',
  tint_color: '',
  button_color: '',
  corners: '',
  button_style: '',
};
const given = (theme: Pick<Theme, 'look'> | undefined, own = {}) =>
  new Map(Object.entries(dressOf(typefaces, theme, { ...nothing, ...own })).filter(([, value]) => value));

test('the letter has the typefaces of the theme, until the newsletter has its own', () => {
  assert.equal(given(undefined).size, 0);
  const theirs = given(letter);
  assert.equal(theirs.get('--letter-text'), 'Charter');
  assert.equal(theirs.get('--letter-title'), 'Rockwell');
  assert.equal(theirs.get('--letter-size'), '1.1875rem');
  assert.match(theirs.get('--letter-accent'), /#7a1f2b/);
  const own = given(letter, { typeface: 'sans', tint_color: '#0b57d0' });
  assert.equal(own.get('--letter-text'), 'Inter');
  assert.equal(own.get('--letter-title'), 'Inter');
  assert.equal(own.get('--letter-weight'), 700);
  assert.match(own.get('--letter-button'), /#0b57d0/);
});

test('cards, pictures and buttons have the corners of the look, and buttons may be outlined', () => {
  const theirs = given({ look: { ...look, corners: 'square', button_style: 'outlined' } });
  assert.equal(theirs.get('--letter-corner'), '0');
  assert.equal(theirs.get('--letter-button-back'), 'transparent');
  const own = given(
    { look: { corners: 'square', button_style: 'outlined' } },
    { corners: 'round', button_style: 'filled' },
  );
  assert.equal(own.get('--letter-corner'), '22px');
  assert.equal(own.get('--letter-button-back'), undefined);
});
