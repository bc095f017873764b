import type { EditorView } from '@codemirror/view';
import { goTo } from './follow.ts';

type Default = { written: string; given: string; fallback: string };

/** Returns the value that is written at `at`, and the same with a default; undefined if there is no value. */
export function defaultFor(text: string, at: number): Default | undefined {
  const written = /^\{\{[^{}]*\}\}/.exec(text.slice(at))?.[0];
  if (written === undefined) return undefined;
  const fallback = /name/i.test(written) ? 'reader' : '…';
  return { written, given: written.replace(/\s*(-?\}\})$/, ` | default: "${fallback}" $1`), fallback };
}

/**
 * Gives the value that is written at `at` a default, wherever the text contains the same value. Selects the default at `at`, so that
 * another can be typed.
 */
export function addDefault(view: EditorView, at: number): void {
  const text = view.state.doc.toString();
  const found = defaultFor(text, at);
  if (found) {
    const { written, given, fallback } = found;
    const places: number[] = [];
    for (let from = text.indexOf(written); from !== -1; from = text.indexOf(written, from + 1))
      places.push(from);
    const longer = places.filter(from => from < at).length * (given.length - written.length);
    const anchor = at + longer + given.lastIndexOf(fallback);
    view.dispatch({
      changes: places.map(from => ({ from, to: from + written.length, insert: given })),
      selection: { anchor, head: anchor + fallback.length },
      scrollIntoView: true,
      userEvent: 'input',
    });
    view.focus();
  } else goTo(view, at);
}
