import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, StateField } from '@codemirror/state';
import { type Command, type EditorView, showTooltip, type Tooltip, type TooltipView } from '@codemirror/view';
import { words } from '../../words.ts';
import { isDrawn } from '../drawing/drawing.ts';
import { element } from '../elements/element.ts';
import { drawForm } from '../elements/form.ts';
import { linkSelection } from './marks.ts';

type Span = { from: number; to: number };
type Link = Span & { words: Span; address: Span };

/** Returns the link at the cursor; undefined if there is none, or if the selection reaches beyond it. */
function linkAt(state: EditorState): Link | undefined {
  const { from, to } = state.selection.main;
  for (const side of [1, -1] as const) {
    let node: ReturnType<ReturnType<typeof syntaxTree>['resolveInner']> | null = syntaxTree(
      state,
    ).resolveInner(from, side);
    while (node && node.name !== 'Link') node = node.parent;
    const [open, close] = node?.getChildren('LinkMark') ?? [];
    const url = node?.getChild('URL');
    if (!node || !open || !close || !url || to > node.to) continue;
    return { from: node.from, to: node.to, words: { from: open.to, to: close.from }, address: url };
  }
  return undefined;
}

/** Links the selected words and asks for the address. In a link, asks for another address. */
export const linkWords: Command = view => {
  if (!view.state.facet(isDrawn)) {
    const isDone = linkSelection(view);
    view.focus();
    return isDone;
  }
  if (!linkAt(view.state) && !linkSelection(view)) return false;
  focusAddress(view);
  return true;
};

function focusAddress(view: EditorView): void {
  const input = view.dom.querySelector<HTMLInputElement>('.cm-link-form input');
  input?.focus();
  input?.select();
}

/** Shows a form with the address below the link at the cursor. Tab leads into it, Enter and Escape back. */
export const linkForm: Extension = StateField.define<Tooltip | null>({
  create: tooltipOf,
  update: (shown, transaction) => {
    const isSwitched = transaction.startState.facet(isDrawn) !== transaction.state.facet(isDrawn);
    if (!transaction.docChanged && !transaction.selection && !isSwitched) return shown;
    const next = tooltipOf(transaction.state);
    return next && shown && shown.pos === next.pos ? { ...next, create: shown.create } : next;
  },
  provide: field => showTooltip.from(field),
});

function tooltipOf(state: EditorState): Tooltip | null {
  const link = state.readOnly || !state.facet(isDrawn) ? undefined : linkAt(state);
  return link ? { pos: link.from, create: drawLinkForm } : null;
}

/** Returns an address as it is written between parentheses. */
const written = (address: string) =>
  address.trim().replaceAll(' ', '%20').replaceAll('(', '%28').replaceAll(')', '%29');

function drawLinkForm(view: EditorView): TooltipView {
  const { link, link_hint, link_open, link_remove } = words.editor;
  const unlink = () => {
    const found = linkAt(view.state);
    if (!found) return;
    const { from, to, words } = found;
    view.dispatch({
      changes: [
        { from, to: words.from },
        { from: words.to, to },
      ],
      selection: { anchor: words.to - (words.from - from) },
      userEvent: 'input',
    });
  };
  const form = drawForm(
    view,
    link,
    { address: { label: link, hint: link_hint, most: '2000', kind: 'url' } },
    {
      change: ({ address }) => {
        const found = linkAt(view.state);
        if (!found) return;
        const { from, to } = found.address;
        view.dispatch({
          changes: { from, to, insert: written(address) || 'https://' },
          selection: { anchor: found.words.to },
          userEvent: 'input',
        });
      },
      leave: () => {
        const found = linkAt(view.state);
        if (!found) return;
        const { from, to } = found.address;
        if (/^(?:https?:\/\/)?$/.test(view.state.sliceDoc(from, to))) unlink();
        else view.dispatch({ selection: { anchor: found.to } });
      },
    },
  );
  const open = element('a', { target: '_blank', rel: 'noreferrer' }, link_open);
  const remove = element('button', { type: 'button' }, link_remove);
  remove.addEventListener('click', () => {
    unlink();
    view.focus();
  });
  form.dom.append(element('div', { class: 'cm-form-acts' }, open, remove));
  form.dom.classList.add('cm-link-form');
  const fill = (state: EditorState) => {
    const found = linkAt(state);
    if (!found) return;
    const address = state.sliceDoc(found.address.from, found.address.to);
    form.fill({ address });
    if (/^(?:https?|mailto):/.test(address)) open.href = address;
    else open.removeAttribute('href');
  };
  fill(view.state);
  return { dom: form.dom, offset: { x: 0, y: 6 }, overlap: true, update: ({ state }) => fill(state) };
}
