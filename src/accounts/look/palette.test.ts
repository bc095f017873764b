import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastOf, leastContrast } from '../../platform/color.ts';
import { emptyLook } from './fields.ts';
import { palettesOf } from './palette.ts';
import { customProperties, styleOf } from './style.ts';

const some = [
  '',
  '#ffffff',
  '#000000',
  '#808080',
  '#ffcc00',
  '#0000ff',
  '#ff0000',
  '#7a1f2b',
  '#101820',
  '#fbf7ef',
];

test('all text is readable on every background it can stand on, whatever colors are chosen', () => {
  for (const background_color of some)
    for (const text_color of some)
      for (const tint_color of some)
        for (const button_style of ['', 'outlined'] as const) {
          const colors = {
            ...emptyLook,
            background_color,
            text_color,
            tint_color,
            button_color: text_color,
            button_style,
          };
          for (const palette of Object.values(palettesOf(colors))) {
            for (const text of ['ink', 'soft', 'accent', 'link'] as const)
              for (const ground of ['paper', 'card', 'wash'] as const)
                assert.ok(
                  contrastOf(palette[text], palette[ground]) >= leastContrast,
                  `${text} on ${ground}: ${JSON.stringify([background_color, text_color, tint_color, palette])}`,
                );
            assert.ok(
              contrastOf(palette['button-ink'], palette['button-back']) >= leastContrast,
              JSON.stringify(palette),
            );
            assert.ok(contrastOf(palette['on-bar'], palette.bar) >= leastContrast);
          }
        }
});

test('no color is pure white or black, which mail programs that invert colors make harsh', () => {
  const { light, dark } = palettesOf({ ...emptyLook, background_color: '#ffffff', text_color: '#000000' });
  for (const color of [light.paper, light.card, light.wash, light.ink, dark.paper, dark.card, dark.ink])
    assert.ok(!['#ffffff', '#000000'].includes(color), color);
});

test('a dark background makes both schemes dark', () => {
  const { light, dark } = palettesOf({ ...emptyLook, background_color: '#101820' });
  assert.deepEqual(light, dark);
  assert.equal(light.paper, '#101820');
});

test('hostile values never become rules, whatever the database says', () => {
  const hostile = '#fff}body{background:url(//evil.example)';
  const look = {
    ...emptyLook,
    tint_color: hostile,
    background_color: hostile,
    typeface: 'constructor',
    corners: hostile,
  };
  assert.equal(customProperties(styleOf(look as never)), customProperties(styleOf(emptyLook)));
});
