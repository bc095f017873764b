import type { key_names as english } from '../key-names.ts';
import type { Translated } from '../translated.ts';

export const key_names: Translated<typeof english> = {
  Ctrl: 'Strg',
  Alt: 'Alt',
  Shift: 'Umschalt',
  Space: 'Leertaste',
  Escape: 'Esc',
};
