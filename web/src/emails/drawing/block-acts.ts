import type { EditorView } from '@codemirror/view';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import { step } from './dragging.ts';

type Span = { from: number; to: number };

/** A button in words. What has the focus keeps it. */
export function actButton(label: string, run: () => void): HTMLElement {
  const button = element('button', { type: 'button' }, label);
  button.addEventListener('mousedown', event => event.preventDefault());
  button.addEventListener('click', run);
  return button;
}

/** What moves the block that begins here up and down, for those who neither drag nor have keys. */
export function moveButtons(view: EditorView, from: () => number | undefined): HTMLElement[] {
  const move = (by: 1 | -1) => () => {
    const at = from();
    if (at !== undefined) step(view, at, by);
  };
  return [actButton(words.editor.move_up, move(-1)), actButton(words.editor.move_down, move(1))];
}

/** What can be done with a block as a whole. */
export function blockActs(view: EditorView, span: () => Span | undefined): HTMLElement {
  const remove = actButton(words.editor.remove, () => {
    const found = span();
    if (found) removeBlock(view, found);
  });
  return element('div', { class: 'cm-form-acts' }, ...moveButtons(view, () => span()?.from), remove);
}

/** Takes the block out of the text; the cursor stays where it was. */
export function removeBlock(view: EditorView, { from, to }: Span): void {
  view.focus();
  view.dispatch({ changes: { from, to }, selection: { anchor: from }, userEvent: 'delete' });
}
