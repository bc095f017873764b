import type { pictures as english } from '../../../../../src/platform/sentences/pictures.ts';
import type { Translated } from '../../translated.ts';

export const pictures: Translated<typeof english> = {
  cut_off: 'sie endet zu früh',
  no_size: 'sie sagt nicht, wie groß das Bild ist',
  size_late: 'sie beginnt nicht mit ihrer Größe',
  many_parts: 'sie hat mehr Teile, als ein Bild braucht',
  old_list: 'ihre Liste der Teile hat ein altes Format',
  no_lengths: 'sie sagt nicht, wie lang ihre Teile sind',
  other_track: 'sie hat eine Spur, die kein Bild ist',
};
