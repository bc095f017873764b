// The private feed of one person who pays.
import { number } from './counted.ts';

export const private_feed = {
  name: 'Private feed',
  never: 'Not fetched yet',
  fetched: (count: number) => (count === 1 ? 'Fetched once' : `Fetched ${number(count)} times`),
  last: 'last',
  end: 'End the feed',
  ended: 'The address of their feed no longer works.',
} as const;
