import { skipped } from './result.ts';
import { typeChanging } from './subscriber-types.ts';

/** Makes undeliverable subscribers regular, so that they get mail again. */
export const reactivateSubscribers = typeChanging('regular', before =>
  before === 'undeliverable'
    ? undefined
    : skipped('unchanged', `This subscriber is ${before}, not undeliverable.`),
);
