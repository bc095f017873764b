import { counted } from '../counted.ts';
import type { private_feed as english } from '../private-feed.ts';
import type { Translated } from '../translated.ts';

export const private_feed: Translated<typeof english> = {
  name: 'Feed privado',
  never: 'Aún no leído',
  fetched: count => `Leído ${counted(count, 'vez', 'veces')}`,
  last: 'la última el',
  end: 'Cerrar el feed',
  ended: 'La dirección de su feed ya no funciona.',
};
