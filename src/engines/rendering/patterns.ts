import type { Pattern } from './message.ts';

/** Returns the copy that a pattern makes from these values. */
export function joinPattern<Values>(pattern: Pattern<Values>, values: Values): string {
  let joined = '';
  for (const piece of pattern) joined += typeof piece === 'string' ? piece : piece(values);
  return joined;
}

/** Returns the same pattern with adjacent strings joined. */
export function mergePattern<Values>(pattern: Pattern<Values>): Pattern<Values> {
  const merged: Pattern<Values>[number][] = [];
  let text = '';
  for (const piece of pattern) {
    if (typeof piece === 'string') text += piece;
    else {
      if (text !== '') merged.push(text);
      text = '';
      merged.push(piece);
    }
  }
  if (text !== '') merged.push(text);
  return merged;
}

/** Returns the pattern as a single text if every copy is the same; undefined otherwise. */
export function sharedText<Values>(pattern: Pattern<Values>): string | undefined {
  return pattern.every(piece => typeof piece === 'string') ? pattern.join('') : undefined;
}
