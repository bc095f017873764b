import { mailChanging } from './mail-states.ts';
import { skipped } from './result.ts';

/** Lets undeliverable subscribers get mail again. */
export const reactivateSubscribers = mailChanging('subscribed', before =>
  before === 'undeliverable'
    ? undefined
    : skipped('unchanged', `This subscriber is ${before}, not undeliverable.`),
);
