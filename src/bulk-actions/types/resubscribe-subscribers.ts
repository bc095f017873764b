import { skipped } from './result.ts';
import { typeChanging } from './subscriber-types.ts';

/** Makes unsubscribed subscribers regular. */
export const resubscribeSubscribers = typeChanging('regular', before =>
  before === 'unsubscribed'
    ? undefined
    : skipped('unchanged', `This subscriber is ${before}, not unsubscribed.`),
);
