import { type EditorView, WidgetType } from '@codemirror/view';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import type { Image } from '../elements/image.ts';
import type { Chip } from './chips.ts';

/** A small thing that is drawn in the text; the same key means the same drawing. */
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

  // A click puts the cursor there, as at any words.
  override ignoreEvent(): boolean {
    return false;
  }
}

/** What stands before an item of a list, or before a footnote. */
export function drawSign(sign: string): WidgetType {
  return new Drawn(`sign ${sign}`, () => element('span', { class: 'cm-sign' }, sign));
}

/** The box of a task: a click ticks it, or takes the tick away. */
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

/** The number of a footnote where the text refers to it. */
export function drawNoteNumber(number: number): WidgetType {
  return new Drawn(`note ${number}`, () => element('sup', { class: 'cm-note-number' }, String(number)));
}

/** The language of code, in place of what begins it. */
export function drawCodeLabel(language: string): WidgetType {
  const label = language || words.editor.inserts.code.label;
  return new Drawn(`code ${label}`, () => element('span', { class: 'cm-code-label' }, label));
}

/** A line across. */
export function drawRule(): WidgetType {
  return new Drawn('rule', () => element('span', { class: 'cm-rule', role: 'separator' }));
}

/** A picture as readers see it; where it cannot be loaded, what it shows. */
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

/** A piece of Liquid in words; with `answer`, what the chosen reader gets for it. */
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

/** What a chip says. */
export function chipWords(kind: Chip['kind'], says: string, answer?: string): string {
  if (kind === 'value') return answer || says;
  return words.editor.chips[kind](says);
}
