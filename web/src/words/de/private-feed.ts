import { number } from '../counted.ts';
import type { private_feed as english } from '../private-feed.ts';
import type { Translated } from '../translated.ts';

export const private_feed: Translated<typeof english> = {
  name: 'Privater Feed',
  never: 'Noch nicht abgerufen',
  fetched: count => (count === 1 ? 'Einmal abgerufen' : `${number(count)}-mal abgerufen`),
  last: 'zuletzt am',
  end: 'Feed beenden',
  ended: 'Die Adresse des Feeds gilt nicht mehr.',
};
