import type { EditorState } from '@codemirror/state';

/** Whether the cursor, or an end of what is selected, is between these places or at one of them. */
export type Touches = (from: number, to: number) => boolean;

/** Where somebody is writing; nowhere if the text does not have the focus. */
export function touchesOf({ selection }: EditorState, isFocused: boolean): Touches {
  if (!isFocused) return () => false;
  const ends = selection.ranges.flatMap(({ anchor, head }) => [anchor, head]);
  return (from, to) => ends.some(at => at >= from && at <= to);
}
