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
export type PersonSearch = {
  show?: Show;
  /** An email: why the person got it or did not, and the mail. */
  email?: string;
  /** Which email to choose. */
  ask?: 'send' | 'why';
  /** The type that is proposed. */
  type?: SettableType;
  erase?: true;
  /** Whether a gift is being given. */
  gift?: true;
  /** The grant that is to end. */
  end?: string;
};

/** Reads the address, and ignores what it does not know. */
export function personSearch({
  show,
  email,
  ask,
  type,
  erase,
  gift,
  end,
}: Record<string, unknown>): PersonSearch {
  const known = settableTypes.find(one => one === type);
  return {
    ...(isShow(show) && show !== 'all' && { show }),
    ...(typeof email === 'string' && email !== '' && { email }),
    ...((ask === 'send' || ask === 'why') && { ask }),
    ...(known && { type: known }),
    ...(erase === true && { erase }),
    ...(gift === true && { gift }),
    ...(typeof end === 'string' && end !== '' && { end }),
  };
}
