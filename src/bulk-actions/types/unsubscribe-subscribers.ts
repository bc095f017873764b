import { goneTypes } from '../../audience/subscribers/subscriber.ts';
import { skipped } from './result.ts';
import { typeChanging } from './subscriber-types.ts';

/** Unsubscribes subscribers, which also applies to mail in the queue. Those who have already left stay as they are. */
export const unsubscribeSubscribers = typeChanging('unsubscribed', before =>
  goneTypes.includes(before)
    ? skipped('unchanged', `This subscriber already gets no mail (type: ${before}).`)
    : undefined,
);
