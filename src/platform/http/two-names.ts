import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { sentence } from '../sentences/sentence.ts';
import { InputError } from './errors.ts';

/** The value that a request gives to a field under each of its two names. */
type Given<Value> = Readonly<Record<string, Value | undefined>>;

/** Returns the value of a new field with two names. If both names are present with different values, adds an issue about the second. */
export function readTwoNames<Value>(context: z.RefinementCtx, given: Given<Value>): Value | undefined {
  const { value, conflict } = choose(Object.entries(given));
  if (conflict) context.addIssue({ code: 'custom', path: [conflict.name], message: conflict.message });
  return value;
}

/**
 * Returns the new value of a field with two names; undefined if there is none or it equals the current value (`present`), because a client
 * that sends back the whole object may have changed either. If both names have new values that differ, throws an InputError about the
 * second.
 */
export function changeTwoNames<Value>(present: Value, given: Given<Value>): Value | undefined {
  const { value, conflict } = choose(
    Object.entries(given).filter(([, value]) => !isDeepStrictEqual(value, present)),
  );
  if (conflict) throw new InputError([conflict.name], conflict.message);
  return value;
}

function choose<Value>(given: [name: string, value: Value | undefined][]) {
  const [first, second] = given.filter(([, value]) => value !== undefined);
  const conflict =
    first && second && !isDeepStrictEqual(first[1], second[1])
      ? {
          name: second[0],
          message: sentence('input.contradicts', { name: first[0] }),
        }
      : undefined;
  return { value: first?.[1], conflict };
}
