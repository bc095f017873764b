import { type EditorState, type Extension, StateField } from '@codemirror/state';
import { type EditorView, showTooltip, type Tooltip, type TooltipView } from '@codemirror/view';
import { words } from '../../words.ts';
import { element } from './element.ts';
import { parseHtml } from './parse-html.ts';

type Image = { from: number; to: number; src: string; alt: string; width: string };

const written = /!\[((?:[^\]\\]|\\.)*)\]\((\S+?)\)|<img\b[^>]*>/g;

/** The picture at the cursor; undefined if there is none, or something is selected beyond it. */
function imageAt(state: EditorState): Image | undefined {
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(from);
  for (const { 0: whole, 1: alt, 2: src, index } of line.text.matchAll(written)) {
    const start = line.from + index;
    if (from < start || to > start + whole.length) continue;
    const span = { from: start, to: start + whole.length };
    if (src !== undefined) return { ...span, src, alt: alt!.replace(/\\(.)/g, '$1'), width: '' };
    const page = parseHtml(whole).querySelector('img');
    const read = (name: string) => page?.getAttribute(name) ?? '';
    return { ...span, src: read('src'), alt: read('alt'), width: read('width') };
  }
  return undefined;
}

/** A picture as it is written: Markdown has no widths. */
function writeImage({ src, alt, width }: Pick<Image, 'src' | 'alt' | 'width'>): string {
  if (width === '') return `![${alt.replace(/([[\]\\])/g, '\\$1')}](${src})`;
  const quote = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<img src="${quote(src)}" alt="${quote(alt)}" width="${quote(width)}">`;
}

/** Below the picture at the cursor stand its description and its width. Tab leads there, Escape back. */
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
  return image ? { pos: image.from, create: drawForm } : null;
}

function drawForm(view: EditorView): TooltipView {
  const alt = element('input', { placeholder: words.editor.alt_hint, maxlength: '1000' });
  const width = element('input', {
    inputmode: 'numeric',
    placeholder: words.editor.width_hint,
    maxlength: '4',
  });
  const fill = (state: EditorState) => {
    const image = imageAt(state);
    if (!image) return;
    if (document.activeElement !== alt) alt.value = image.alt;
    if (document.activeElement !== width) width.value = image.width;
  };
  const change = () => {
    const image = imageAt(view.state);
    if (!image) return;
    const changed = {
      src: image.src,
      alt: alt.value,
      width: /^[1-9]\d*$/.test(width.value) ? width.value : '',
    };
    const { from, to } = image;
    view.dispatch({
      changes: { from, to, insert: writeImage(changed) },
      selection: { anchor: from + 1 },
      userEvent: 'input',
    });
  };
  for (const input of [alt, width]) {
    input.addEventListener('input', change);
    input.addEventListener('keydown', event => {
      if (event.key !== 'Escape' && event.key !== 'Enter') return;
      event.preventDefault();
      const image = imageAt(view.state);
      if (image) view.dispatch({ selection: { anchor: image.to } });
      view.focus();
    });
  }
  fill(view.state);
  const dom = element(
    'div',
    { class: 'cm-image-form', role: 'group', 'aria-label': words.editor.image },
    element('label', {}, element('span', {}, words.editor.alt), alt),
    element('label', {}, element('span', {}, words.editor.width), width),
  );
  return { dom, offset: { x: 0, y: 6 }, overlap: true, update: ({ state }) => fill(state) };
}
