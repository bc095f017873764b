import { mailChanging } from './mail-states.ts';
import { skipped } from './result.ts';

/** Lets unsubscribed subscribers get mail again. */
export const resubscribeSubscribers = mailChanging('subscribed', before =>
  before === 'unsubscribed'
    ? undefined
    : skipped('unchanged', `This subscriber is ${before}, not unsubscribed.`),
);
