import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { InputError } from './errors.ts';

/** What a request says of a field under each of its two names. */
type Given<Value> = Readonly<Record<string, Value | undefined>>;

/** The value of a new field with two names. An issue, of the second name, when both are there and say different things. */
export function readTwoNames<Value>(context: z.RefinementCtx, given: Given<Value>): Value | undefined {
  const { value, conflict } = choose(Object.entries(given));
  if (conflict) context.addIssue({ code: 'custom', path: [conflict.name], message: conflict.message });
  return value;
}

/**
 * What a change makes of a field with two names, undefined when it says nothing or what the field is already (`present`):
 * a client that sends back the whole object may have changed either. Throws an InputError, of the second name, when both
 * bring something new and not the same.
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
          message: `says something else than ${first[0]}, and both are names of one field; send one of them`,
        }
      : undefined;
  return { value: first?.[1], conflict };
}
