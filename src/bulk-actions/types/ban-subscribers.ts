import { sentence } from '../../platform/sentences/sentence.ts';
import { mailChanging } from './mail-states.ts';
import { failed, unchanged } from './result.ts';

/** Blocks subscribers. Complained ones stay complained, because a blocked subscriber can be unblocked. */
export const banSubscribers = mailChanging('blocked', before => {
  if (before === 'blocked') return unchanged;
  if (before === 'complained')
    return failed('subscriber_suppressed', sentence('bulk_actions.stays_complained'));
  return undefined;
});
