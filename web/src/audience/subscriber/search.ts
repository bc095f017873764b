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

/** The part of the address that says which entries are shown, and which dialog is open. */
export type PersonSearch = ReturnType<typeof personSearch>;
export const personSearch = reading({
  show: (given): Show | undefined => (isShow(given) && given !== 'all' ? given : undefined),
  /** The email of the dialog that shows why the person got it or did not, and the mail. */
  email: text,
  /** The purpose for which an email is being chosen. */
  ask: oneOf(['send', 'why'] as const),
  /** The proposed type. */
  type: oneOf(settableTypes),
  erase: flag,
  /** True while a gift is being given. */
  gift: flag,
  /** The grant that is to end. */
  end: text,
});
