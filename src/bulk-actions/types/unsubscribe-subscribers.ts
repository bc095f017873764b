import { goneTypes } from '../../audience/subscribers/subscriber.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { mailChanging } from './mail-states.ts';
import { skipped } from './result.ts';

/** Unsubscribes subscribers, which also applies to mail in the queue. Those who have already left stay as they are. */
export const unsubscribeSubscribers = mailChanging('unsubscribed', before =>
  goneTypes.includes(before)
    ? skipped('unchanged', sentence('bulk_actions.gets_none_already', { type: before }))
    : undefined,
);
