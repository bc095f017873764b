import type { SubscriberType } from '../../../platform/database/schema.ts';
import type { PersonStatus } from './line.ts';

/** The type of a new subscriber who is this in the file. Whoever pays there keeps paying here, and whoever left stays away. */
export const typeOf: Record<PersonStatus, SubscriberType> = {
  active: 'regular',
  unconfirmed: 'unactivated',
  unsubscribed: 'unsubscribed',
  bounced: 'undeliverable',
  complained: 'complained',
  suppressed: 'blocked',
  paid: 'premium',
  gifted: 'gifted',
  trial: 'trialed',
  churned: 'churned',
  past_due: 'past_due',
  paused: 'paused',
};
