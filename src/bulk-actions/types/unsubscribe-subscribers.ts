import { goneTypes } from '../../audience/subscribers/subscriber.ts';
import { skipped } from '../result.ts';
import { typeChanging } from './subscriber-types.ts';

/** Their subscription ends, for mail that is queued as well. Who has left already stays as they are. */
export const unsubscribeSubscribers = typeChanging('unsubscribed', before =>
  goneTypes.includes(before) ? skipped('unchanged', `It is ${before}, and gets no mail.`) : undefined,
);
