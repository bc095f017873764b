import { Facet } from '@codemirror/state';
import type { EditorView, WidgetType } from '@codemirror/view';
import type { BoxName } from '../../../../src/engines/cards/all.ts';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import { actButton, moveButtons } from './block-acts.ts';
import { Drawn } from './widgets.ts';

/** Asks for pictures and writes them at this place. */
export const askForPictures: Facet<(view: EditorView, at: number) => void> = Facet.define();

/** Draws the label above a box, with buttons that move the box, unwrap its content, and add pictures to a gallery. */
export function drawBox(name: BoxName, open: number, close: number): WidgetType {
  return new Drawn(`box ${name}`, view => {
    const { boxes, box_remove, gallery_add } = words.editor;
    const act = (label: string, run: (from: number, end: number) => void) =>
      actButton(label, () => {
        const from = view.posAtDOM(dom);
        const end = view.state.sliceDoc(from).search(/^<\/div>$/m);
        if (end !== -1) run(from, from + end);
      });
    const add = (_: number, end: number) => {
      const last = view.state.doc.lineAt(end).number - 1;
      const filled = view.state.doc.line(last).length > 0 ? last : last - 1;
      for (const ask of view.state.facet(askForPictures)) ask(view, view.state.doc.line(filled).to);
    };
    const remove = (from: number, end: number) => {
      const text = view.state.sliceDoc(from + open, end).trim();
      view.dispatch({
        changes: { from, to: end + close, insert: text },
        selection: { anchor: from + text.length },
        userEvent: 'delete',
      });
      view.focus();
    };
    const acts = [
      ...(name === 'gallery' ? [act(gallery_add, add)] : []),
      ...moveButtons(view, () => view.posAtDOM(dom)),
      act(box_remove, remove),
    ];
    // Tab continues in the text.
    for (const one of acts) one.tabIndex = -1;
    const dom: HTMLElement = element(
      'span',
      { class: 'cm-box-label' },
      boxes[name],
      ...(view.state.readOnly ? [] : acts),
    );
    return dom;
  });
}
