import { skipped } from '../result.ts';
import { typeChanging } from './subscriber-types.ts';

/** Who is undeliverable becomes regular, and gets mail again. */
export const reactivateSubscribers = typeChanging('regular', before =>
  before === 'undeliverable' ? undefined : skipped('unchanged', `It is ${before}, not undeliverable.`),
);
