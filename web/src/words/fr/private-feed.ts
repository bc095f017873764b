import { number } from '../counted.ts';
import type { private_feed as english } from '../private-feed.ts';
import type { Translated } from '../translated.ts';

export const private_feed: Translated<typeof english> = {
  name: 'Flux privé',
  never: 'Pas encore lu',
  fetched: (count: number) => `Lu ${number(count)} fois`,
  last: 'la dernière le',
  end: 'Fermer le flux',
  ended: 'L’adresse de son flux ne fonctionne plus.',
};
