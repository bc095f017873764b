import { sentence } from '../../platform/sentences/sentence.ts';
import { mailChanging } from './mail-states.ts';
import { skipped } from './result.ts';

/** Lets unsubscribed subscribers get mail again. */
export const resubscribeSubscribers = mailChanging('subscribed', before =>
  before === 'unsubscribed'
    ? undefined
    : skipped('unchanged', sentence('bulk_actions.not_unsubscribed', { type: before })),
);
