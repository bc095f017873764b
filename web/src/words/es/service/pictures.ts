import type { pictures as english } from '../../../../../src/platform/sentences/pictures.ts';
import type { Translated } from '../../translated.ts';

export const pictures: Translated<typeof english> = {
  cut_off: 'termina demasiado pronto',
  no_size: 'no dice de qué tamaño es la imagen',
  size_late: 'no empieza con su tamaño',
  many_parts: 'tiene más partes de las que necesita una imagen',
  old_list: 'su lista de elementos tiene un formato antiguo',
  no_lengths: 'no dice cuánto miden sus elementos',
  other_track: 'tiene una pista que no es una imagen',
};
