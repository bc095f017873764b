import { type EditorState, type Extension, StateField } from '@codemirror/state';
import { type EditorView, showTooltip, type Tooltip, type TooltipView } from '@codemirror/view';
import { words } from '../../words.ts';
import { blockActs } from '../drawing/block-acts.ts';
import { isDrawn } from '../drawing/drawing.ts';
import { drawForm } from '../elements/form.ts';
import { captionImage, changeImage, type Image, imageIn, picturesIn } from '../elements/image.ts';
import { widths } from '../elements/widths.ts';

type Placed = Image & { from: number; to: number };

/** Returns the picture at the cursor; undefined if there is none, or if the selection reaches beyond it. */
function imageAt(state: EditorState): Placed | undefined {
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(from);
  for (const { written, ...place } of picturesIn(line.text)) {
    const [start, end] = [line.from + place.from, line.from + place.to];
    if (from < start || to > end) continue;
    const image = imageIn(written);
    return image && { ...image, from: start, to: end };
  }
  return undefined;
}

/** Shows a form with the description and width below the picture at the cursor. Tab leads into it, Escape back. */
export const imageForm: Extension = StateField.define<Tooltip | null>({
  create: tooltipOf,
  update: (shown, transaction) => {
    if (!transaction.docChanged && !transaction.selection) return shown;
    const next = tooltipOf(transaction.state);
    return next && shown && shown.pos === next.pos ? { ...next, create: shown.create } : next;
  },
  provide: field => showTooltip.from(field),
});

function tooltipOf(state: EditorState): Tooltip | null {
  const image = state.readOnly ? undefined : imageAt(state);
  return image ? { pos: image.from, create: drawImageForm } : null;
}

function drawImageForm(view: EditorView): TooltipView {
  const { alt, alt_hint, caption, caption_hint, width, width_hint, image } = words.editor;
  const form = drawForm(
    view,
    image,
    {
      alt: { label: alt, hint: alt_hint },
      width: { label: width, hint: width_hint, most: '4', kind: 'numeric', sizes: widths },
      caption: { label: caption, hint: caption_hint },
    },
    {
      change: values => {
        const found = imageAt(view.state);
        if (!found) return;
        const { from, to } = found;
        if (values.caption !== '') return addCaption(view, found, values.caption);
        const changed = { alt: values.alt, width: /^[1-9]\d*$/.test(values.width) ? values.width : '' };
        view.dispatch({
          changes: { from, to, insert: changeImage(view.state.sliceDoc(from, to), changed) },
          selection: { anchor: from + 1 },
          userEvent: 'input',
        });
      },
      leave: () => {
        const found = imageAt(view.state);
        if (found) view.dispatch({ selection: { anchor: found.to } });
      },
    },
  );
  const acts = blockActs(view, () => imageAt(view.state));
  form.dom.append(acts);
  const fill = (state: EditorState) => {
    const found = imageAt(state);
    if (found) form.fill({ ...found, caption: '' });
    const line = found && state.doc.lineAt(found.from);
    const isAlone = line !== undefined && line.from === found?.from && line.to === found.to;
    const isBlock = isAlone && state.facet(isDrawn);
    form.inputs.caption.parentElement!.hidden = !isBlock;
    acts.hidden = !isBlock;
  };
  fill(view.state);
  return { dom: form.dom, offset: { x: 0, y: 6 }, overlap: true, update: ({ state }) => fill(state) };
}

/** Turns the picture into a card with a caption, and continues typing in the card's form. */
function addCaption(view: EditorView, { from, to }: Placed, caption: string): void {
  view.dispatch({
    changes: { from, to, insert: captionImage(view.state.sliceDoc(from, to), caption) },
    userEvent: 'input',
  });
  const cards = view.dom.querySelectorAll<HTMLElement>('[data-card=figure]');
  const card = [...cards].find(one => view.posAtDOM(one) === from);
  card?.focus();
  const field = card?.querySelector('input');
  field?.focus();
  field?.setSelectionRange(caption.length, caption.length);
}
