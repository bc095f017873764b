import { goneTypes } from '../../audience/subscribers/subscriber.ts';
import { mailChanging } from './mail-states.ts';
import { skipped } from './result.ts';

/** Unsubscribes subscribers, which also applies to mail in the queue. Those who have already left stay as they are. */
export const unsubscribeSubscribers = mailChanging('unsubscribed', before =>
  goneTypes.includes(before)
    ? skipped('unchanged', `This subscriber already gets no mail (type: ${before}).`)
    : undefined,
);
