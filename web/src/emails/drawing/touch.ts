import type { EditorState } from '@codemirror/state';

/** Tells whether the cursor, or an end of the selection, is between these places or at one of them. */
export type Touches = (from: number, to: number) => boolean;

/** Returns a test for where somebody is writing. It is always false if the text does not have the focus. */
export function touchesOf({ selection }: EditorState, isFocused: boolean): Touches {
  if (!isFocused) return () => false;
  const ends = selection.ranges.flatMap(({ anchor, head }) => [anchor, head]);
  return (from, to) => ends.some(at => at >= from && at <= to);
}
