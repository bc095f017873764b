import { skipped } from '../result.ts';
import { typeChanging } from './subscriber-types.ts';

/** Who is unsubscribed becomes regular. */
export const resubscribeSubscribers = typeChanging('regular', before =>
  before === 'unsubscribed' ? undefined : skipped('unchanged', `It is ${before}, not unsubscribed.`),
);
