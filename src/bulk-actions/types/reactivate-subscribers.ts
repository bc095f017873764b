import { sentence } from '../../platform/sentences/sentence.ts';
import { mailChanging } from './mail-states.ts';
import { skipped } from './result.ts';

/** Lets undeliverable subscribers get mail again. */
export const reactivateSubscribers = mailChanging('subscribed', before =>
  before === 'undeliverable'
    ? undefined
    : skipped('unchanged', sentence('bulk_actions.not_undeliverable', { type: before })),
);
