import { type EditorView, WidgetType } from '@codemirror/view';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import type { Image } from '../elements/image.ts';
import type { Chip } from './chips.ts';

/** A small widget in the text. The same key means the same drawing. */
export class Drawn extends WidgetType {
  readonly key: string;
  readonly draw: (view: EditorView) => HTMLElement;

  constructor(key: string, draw: (view: EditorView) => HTMLElement) {
    super();
    this.key = key;
    this.draw = draw;
  }

  override eq(other: Drawn): boolean {
    return other.key === this.key;
  }

  override toDOM(view: EditorView): HTMLElement {
    return this.draw(view);
  }

  // A click puts the cursor there, as in any text.
  override ignoreEvent(): boolean {
    return false;
  }
}

/** Draws the marker of a list item or a footnote. */
export function drawSign(sign: string): WidgetType {
  return new Drawn(`sign ${sign}`, () => element('span', { class: 'cm-sign' }, sign));
}

/** Draws the box of a task. A click ticks or unticks it. */
export function drawTask(isDone: boolean): WidgetType {
  return new Drawn(`task ${isDone}`, view => {
    const attributes = { type: 'checkbox', tabindex: '-1', 'aria-label': words.editor.done };
    const box = element('input', { ...attributes, checked: isDone, disabled: view.state.readOnly });
    const dom = element('span', { class: 'cm-sign cm-task' }, box);
    box.addEventListener('mousedown', event => event.preventDefault());
    box.addEventListener('click', event => {
      event.preventDefault();
      const line = view.state.doc.lineAt(view.posAtDOM(dom));
      const found = /\[[ xX]\]/.exec(line.text);
      if (!found) return;
      const from = line.from + found.index + 1;
      view.dispatch({ changes: { from, to: from + 1, insert: isDone ? ' ' : 'x' }, userEvent: 'input' });
    });
    return dom;
  });
}

/** Draws the number of a footnote where the text refers to it. */
export function drawNoteNumber(number: number): WidgetType {
  return new Drawn(`note ${number}`, () => element('sup', { class: 'cm-note-number' }, String(number)));
}

/** Draws the language of code in place of the marker that opens it. */
export function drawCodeLabel(language: string): WidgetType {
  const label = language || words.editor.inserts.code.label;
  return new Drawn(`code ${label}`, () => element('span', { class: 'cm-code-label' }, label));
}

/** Draws a horizontal rule. */
export function drawRule(): WidgetType {
  return new Drawn('rule', () => element('span', { class: 'cm-rule', role: 'separator' }));
}

/** Draws a picture as readers see it. If it cannot be loaded, draws its description. */
export function drawPicture(image: Image): WidgetType {
  return new Drawn(`picture ${JSON.stringify(image)}`, view => {
    const { src, alt, width } = image;
    const picture = element('img', { src, alt, referrerpolicy: 'no-referrer', draggable: 'true' });
    if (/^\d+$/.test(width)) picture.style.width = `${width}px`;
    const dom = element('span', { class: 'cm-picture' }, picture);
    picture.addEventListener('load', () => view.requestMeasure());
    picture.addEventListener('error', () => {
      dom.classList.add('cm-picture-lost');
      picture.replaceWith(
        element('span', { role: 'img', 'aria-label': alt }, alt || words.editor.no_picture),
      );
      view.requestMeasure();
    });
    return dom;
  });
}

/** Draws a piece of Liquid in words; with `answer`, as the text that the chosen reader gets. */
export function drawChip(
  { kind, says }: Pick<Chip, 'kind' | 'says'>,
  answer: string | undefined,
): WidgetType {
  return new Drawn(`chip ${kind} ${says} ${answer}`, () =>
    element('span', chipLooks(kind, says, answer), chipWords(kind, says, answer)),
  );
}

function chipLooks(kind: Chip['kind'], says: string, answer: string | undefined): Record<string, string> {
  const isFilled = kind === 'value' && Boolean(answer);
  const isCondition = kind === 'if' || kind === 'elsif' || kind === 'unless';
  const state = isCondition && answer !== undefined ? (answer === '1' ? ' cm-chip-on' : ' cm-chip-off') : '';
  return { class: `cm-chip${isFilled ? ' cm-chip-filled' : ''}${state}`, title: isFilled ? says : '' };
}

/** Returns the text of a chip. */
export function chipWords(kind: Chip['kind'], says: string, answer?: string): string {
  if (kind === 'value') return answer || says;
  return words.editor.chips[kind](says);
}
