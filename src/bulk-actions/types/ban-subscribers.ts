import { failed, unchanged } from '../result.ts';
import { typeChanging } from './subscriber-types.ts';

/** They become blocked. Who has complained stays so: from blocked there would be a way back. */
export const banSubscribers = typeChanging('blocked', before => {
  if (before === 'blocked') return unchanged;
  if (before === 'complained')
    return failed('subscriber_suppressed', 'This person reported a mail as spam, and stays complained.');
  return undefined;
});
