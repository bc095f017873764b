import { type EditorView, WidgetType } from '@codemirror/view';
import type { Values } from '../../../../src/engines/cards/shape.ts';
import { isPressed, keys } from '../../platform/keys.ts';
import { words } from '../../words.ts';
import { rewrite } from '../cards/all.ts';
import type { Card } from '../cards/card.ts';
import { element } from '../elements/element.ts';
import { drawForm } from '../elements/form.ts';
import { whenHeld } from '../elements/held.ts';
import { blockActs, removeBlock } from './block-acts.ts';
import { drawHandle, step } from './dragging.ts';

/** A card in the text. It is focused as a whole, and its form is open while the card or one of its fields has the focus. */
export class CardWidget extends WidgetType {
  readonly card: Card;
  readonly values: Values;
  readonly written: string;

  constructor(card: Card, values: Values, written: string) {
    super();
    this.card = card;
    this.values = values;
    this.written = written;
  }

  override eq({ written }: CardWidget): boolean {
    return written === this.written;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { card } = this;
    const label = words.editor.cards[card.name];
    const dom = element('div', { class: 'cm-card', role: 'group', tabindex: '-1', 'data-card': card.name });
    if (!view.state.readOnly) dom.setAttribute('aria-description', words.editor.card_keys);
    const face = element('div', { class: 'cm-card-face' });
    dom.append(face);
    whenHeld(face, () => open(dom));
    const form = drawForm(view, label, view.state.readOnly ? {} : card.fields, {
      change: values => changeCard(dom, view, rewrite(card, dom.dataset.written ?? '', values)),
      leave: () => leaveCard(dom, view, 1),
    });
    if (!view.state.readOnly) {
      form.dom.append(blockActs(view, () => spanOf(dom, view)));
      dom.append(drawHandle(view, dom, [keys.moving.block_up[0], keys.moving.block_down[0]]), form.dom);
    }
    forms.set(dom, form.fill);
    dom.addEventListener('keydown', event => pressAtCard(event, dom, view));
    face.addEventListener('mousedown', event => {
      event.preventDefault();
      dom.focus();
    });
    this.updateDOM(dom);
    return dom;
  }

  override updateDOM(dom: HTMLElement): boolean {
    if (dom.dataset.card !== this.card.name) return false;
    // The label leaves out values without a field, because they are HTML.
    const said = Object.keys(this.card.fields)
      .flatMap(name => this.values[name] || [])
      .join(', ');
    dom.setAttribute('aria-label', [words.editor.cards[this.card.name], said].filter(Boolean).join(': '));
    dom.dataset.written = this.written;
    dom.querySelector('.cm-card-face')!.replaceChildren(...this.card.draw(this.values));
    forms.get(dom)?.(this.values);
    return true;
  }
}

const forms = new WeakMap<HTMLElement, (values: Values) => void>();

function spanOf(dom: HTMLElement, view: EditorView): { from: number; to: number } {
  const from = view.posAtDOM(dom);
  return { from, to: from + dom.dataset.written!.length };
}

/** Writes the card with new values. Replaces only the part that differs, so that the rest of the text keeps its place. */
function changeCard(dom: HTMLElement, view: EditorView, insert: string): void {
  const { from, to } = spanOf(dom, view);
  const written = view.state.sliceDoc(from, to);
  let start = 0;
  while (start < Math.min(written.length, insert.length) && written[start] === insert[start]) start += 1;
  let end = 0;
  const most = Math.min(written.length, insert.length) - start;
  while (end < most && written.at(-1 - end) === insert.at(-1 - end)) end += 1;
  const changes = { from: from + start, to: to - end, insert: insert.slice(start, insert.length - end) };
  view.dispatch({ changes, userEvent: 'input.type' });
}

/** Moves the cursor to the line or the empty paragraph above or below the card. Adds a paragraph at the edge of the text. */
function leaveCard(dom: HTMLElement, view: EditorView, step: 1 | -1): void {
  const { from, to } = spanOf(dom, view);
  const isEdge = step === 1 ? to === view.state.doc.length : from === 0;
  const changes = isEdge ? { from: step === 1 ? to : 0, insert: '\n\n' } : [];
  const isEmpty = /^\n\n(?:\n|$)/.test(view.state.sliceDoc(to, to + 3));
  const anchor = step === 1 ? to + (isEdge || isEmpty ? 2 : 1) : Math.max(0, from - 1);
  view.focus();
  view.dispatch({ changes, selection: { anchor }, scrollIntoView: true });
}

/** Moves the focus into the form. Returns false if there is no form. */
function open(dom: HTMLElement): boolean {
  dom.focus();
  const field = dom.querySelector('input');
  field?.focus();
  field?.select();
  return field !== null;
}

function pressAtCard(event: KeyboardEvent, dom: HTMLElement, view: EditorView): void {
  const by = isPressed(event, keys.moving.block_up) ? -1 : isPressed(event, keys.moving.block_down) ? 1 : 0;
  if (by !== 0) {
    event.preventDefault();
    step(view, spanOf(dom, view).from, by);
    return;
  }
  if (event.key === 'Escape' && event.target instanceof HTMLButtonElement) leaveCard(dom, view, 1);
  if (event.target !== dom || event.ctrlKey || event.metaKey || event.altKey) return;
  const { from, to } = spanOf(dom, view);
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowRight':
    case 'Escape':
      leaveCard(dom, view, 1);
      break;
    case 'ArrowUp':
    case 'ArrowLeft':
      leaveCard(dom, view, -1);
      break;
    case 'Enter':
      if (!open(dom)) leaveCard(dom, view, 1);
      break;
    case 'Backspace':
    case 'Delete': {
      if (view.state.readOnly) return;
      removeBlock(view, { from, to });
      break;
    }
    default:
      // The typed character goes below the card.
      if (event.key.length === 1 && !view.state.readOnly) leaveCard(dom, view, 1);
      return;
  }
  event.preventDefault();
}
