import type { EditorView } from '@codemirror/view';
import { isPressed, keys } from '../../platform/keys.ts';
import { choices } from './choices.ts';
import { element } from './element.ts';

/** A field of a form in the text. */
export type Place = {
  label: string;
  hint?: string;
  most?: string;
  kind?: 'text' | 'url' | 'numeric';
  /** True if its text can be marked and linked, with the same keys as in the body. */
  is_marked?: boolean;
  /** The kind of options that it offers. */
  choices?: 'snippets' | 'surveys';
  /** Usual values, by their names. */
  sizes?: Readonly<Record<string, string>>;
};

type Form<Name extends string> = {
  dom: HTMLElement;
  inputs: Record<Name, HTMLInputElement>;
  /** Fills in the fields, except the one in which somebody is typing. */
  fill: (values: Record<Name, string>) => void;
};

/**
 * Creates a small form for something in the text, which changes while the form is filled in. Enter and Escape lead back to the text, after
 * the thing that the form belongs to.
 */
export function drawForm<Name extends string>(
  view: EditorView,
  label: string,
  places: Record<Name, Place>,
  { change, leave }: { change: (values: Record<Name, string>) => void; leave: () => void },
): Form<Name> {
  const entries = Object.entries(places) as [Name, Place][];
  const inputs = Object.fromEntries(
    entries.map(([name, { hint, most = '1000', kind = 'text' }]) => [
      name,
      element('input', { placeholder: hint, maxlength: most, inputmode: kind, 'data-kind': kind }),
    ]),
  ) as Record<Name, HTMLInputElement>;
  const values = () =>
    Object.fromEntries(entries.map(([name]) => [name, inputs[name].value])) as Record<Name, string>;
  for (const [name] of entries) {
    inputs[name].addEventListener('input', () => change(values()));
    inputs[name].addEventListener('keydown', event => {
      if (event.key !== 'Escape' && event.key !== 'Enter') return;
      event.preventDefault();
      leave();
      view.focus();
    });
  }
  for (const [name, { is_marked }] of entries) if (is_marked) markByKeys(inputs[name]);
  const labels = entries.flatMap(([name, { label, choices: kind, sizes }]) => [
    element(
      'label',
      {},
      element('span', {}, label),
      inputs[name],
      ...(kind ? [offer(view, inputs[name], kind)] : []),
    ),
    ...(sizes ? [drawSizes(label, sizes, inputs[name])] : []),
  ]);
  const dom = element('div', { class: 'cm-form', role: 'group', 'aria-label': label }, ...labels);
  const fill = (given: Record<Name, string>) => {
    for (const [name] of entries)
      if (document.activeElement !== inputs[name]) inputs[name].value = given[name];
  };
  return { dom, inputs, fill };
}

const { bold, italic, link } = keys.formatting;
const marks = [
  { ways: bold, before: '**', behind: '**' },
  { ways: italic, before: '*', behind: '*' },
  { ways: link, before: '[', behind: '](https://)' },
];

/** Puts marks around the selected text in the field by keys. After a link, the address is typed next. */
function markByKeys(input: HTMLInputElement): void {
  input.addEventListener('keydown', event => {
    const mark = marks.find(({ ways }) => isPressed(event, ways));
    const [start, end] = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
    if (!mark) return;
    event.preventDefault();
    event.stopPropagation();
    if (start === end) return;
    const { before, behind } = mark;
    input.setRangeText(`${before}${input.value.slice(start, end)}${behind}`, start, end, 'end');
    if (behind.includes('('))
      input.setSelectionRange(input.value.indexOf('](', end) + 2, end + before.length + behind.length - 1);
    input.dispatchEvent(new Event('input'));
  });
}

/** Creates buttons that write the usual values into the field. */
function drawSizes(label: string, sizes: NonNullable<Place['sizes']>, input: HTMLInputElement): HTMLElement {
  const buttons = Object.entries(sizes).map(([name, value]) => {
    const button = element('button', { type: 'button' }, name);
    button.addEventListener('mousedown', event => event.preventDefault());
    button.addEventListener('click', () => {
      input.value = value;
      input.dispatchEvent(new Event('input'));
    });
    return button;
  });
  return element('div', { class: 'cm-form-sizes', role: 'group', 'aria-label': label }, ...buttons);
}

let lists = 0;

/** Offers a list of options. It is read when the field gets the focus. */
function offer(view: EditorView, input: HTMLInputElement, kind: NonNullable<Place['choices']>): HTMLElement {
  lists += 1;
  const list = element('datalist', { id: `choices-${lists}` });
  input.setAttribute('list', list.id);
  input.addEventListener('focus', () => {
    const offered = view.state.facet(choices).flatMap(listed => listed(view.state, kind));
    list.replaceChildren(...offered.map(value => element('option', { value })));
  });
  return list;
}
