import type { EditorView } from '@codemirror/view';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import { step } from './dragging.ts';

type Span = { from: number; to: number };

/** Creates a button with a label. A click on it does not move the focus. */
export function actButton(label: string, run: () => void): HTMLElement {
  const button = element('button', { type: 'button' }, label);
  button.addEventListener('mousedown', event => event.preventDefault());
  button.addEventListener('click', run);
  return button;
}

/** Creates the buttons that move the block that begins here up and down, for people without a mouse or a keyboard. */
export function moveButtons(view: EditorView, from: () => number | undefined): HTMLElement[] {
  const move = (by: 1 | -1) => () => {
    const at = from();
    if (at !== undefined) step(view, at, by);
  };
  return [actButton(words.editor.move_up, move(-1)), actButton(words.editor.move_down, move(1))];
}

/** Creates the buttons for a whole block. */
export function blockActs(view: EditorView, span: () => Span | undefined): HTMLElement {
  const remove = actButton(words.editor.remove, () => {
    const found = span();
    if (found) removeBlock(view, found);
  });
  return element('div', { class: 'cm-form-acts' }, ...moveButtons(view, () => span()?.from), remove);
}

/** Removes the block from the text. The cursor stays where the block was. */
export function removeBlock(view: EditorView, { from, to }: Span): void {
  view.focus();
  view.dispatch({ changes: { from, to }, selection: { anchor: from }, userEvent: 'delete' });
}
