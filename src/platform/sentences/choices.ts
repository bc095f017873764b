import { sentence } from './sentence.ts';

/** Says which values a field accepts: "use send, shift, skip or end". */
export function eitherOf(...values: string[]): string {
  return sentence('input.either', { first: values.slice(0, -1).join(', '), last: values.at(-1) });
}
