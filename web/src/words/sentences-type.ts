// The sentences that every language must have for the service's messages.
import type { Code, Value, ValuesOf } from '../../../src/platform/sentences/sentence.ts';

/** The ways to say the parts of a sentence: a time in the reader's zone, and a sentence within another. */
export type Manner = { time: (at: string) => string; say: (value: Value) => string };

/** Every sentence of the service in one language. A language that lacks one does not compile. */
export type Sentences = { [C in Code]: (values: ValuesOf<C>, manner: Manner) => string };
