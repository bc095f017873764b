import { typeOf, wordOf } from '../audience/standing/type.ts';
import type { SubscriberType } from '../platform/database/schema.ts';

/**
 * The columns of a subscriber of this type, for rows that a test writes itself; without a grant, so nobody is entitled at hand-over.
 * `paused` is somebody who has paused their mail.
 */
export function typed(type: SubscriberType) {
  const word = type === 'paused' ? { mail_state: type } : wordOf(type);
  const state = { mail_state: 'subscribed', standing: 'regular', ...word } as const;
  return { ...state, type: typeOf(state) };
}
