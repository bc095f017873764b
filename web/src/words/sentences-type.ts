// What a language has to say of what the service says.
import type { Code, Value, ValuesOf } from '../../../src/platform/sentences/sentence.ts';

/** How the parts of a sentence are said: a time where its readers are, and a sentence within another. */
export type Manner = { time: (at: string) => string; say: (value: Value) => string };

/** Every sentence of the service in one language. A language that lacks one does not compile. */
export type Sentences = { [C in Code]: (values: ValuesOf<C>, manner: Manner) => string };
