import type { pictures as english } from '../../../../../src/platform/sentences/pictures.ts';
import type { Translated } from '../../translated.ts';

export const pictures: Translated<typeof english> = {
  cut_off: 'il s’arrête trop tôt',
  no_size: 'il ne dit pas la taille de l’image',
  size_late: 'il ne commence pas par sa taille',
  many_parts: 'il a plus de parties qu’une image n’en demande',
  old_list: 'sa liste d’éléments a un ancien format',
  no_lengths: 'il ne dit pas la longueur de ses éléments',
  other_track: 'il a une piste qui n’est pas une image',
};
