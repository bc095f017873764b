import { flag, oneOf, reading, text } from '../../platform/address.ts';
import { isShow, type Show } from './queries.ts';

export const settableTypes = [
  'unactivated',
  'regular',
  'premium',
  'gifted',
  'trialed',
  'churning',
  'past_due',
  'unpaid',
  'paused',
  'unsubscribed',
  'blocked',
] as const;
export type SettableType = (typeof settableTypes)[number];

/** What the address says: which entries are shown, and which dialog is open. */
export type PersonSearch = ReturnType<typeof personSearch>;
export const personSearch = reading({
  show: (given): Show | undefined => (isShow(given) && given !== 'all' ? given : undefined),
  /** An email: why the person got it or did not, and the mail. */
  email: text,
  /** Which email to choose. */
  ask: oneOf(['send', 'why'] as const),
  /** The type that is proposed. */
  type: oneOf(settableTypes),
  erase: flag,
  /** Whether a gift is being given. */
  gift: flag,
  /** The grant that is to end. */
  end: text,
});
