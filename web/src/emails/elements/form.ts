import type { EditorView } from '@codemirror/view';
import { element } from './element.ts';

/** A field of a form that stands at something in the text. */
export type Place = { label: string; hint?: string; most?: string; kind?: 'text' | 'url' | 'numeric' };

type Form<Name extends string> = {
  dom: HTMLElement;
  inputs: Record<Name, HTMLInputElement>;
  /** Writes these values into the fields, but not into the one that somebody is typing in. */
  fill: (values: Record<Name, string>) => void;
};

/**
 * A small form at something in the text, which changes while it is filled in. Enter and Escape lead back to the text, behind
 * what the form is about.
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
  const labels = entries.map(([name, { label }]) =>
    element('label', {}, element('span', {}, label), inputs[name]),
  );
  const dom = element('div', { class: 'cm-form', role: 'group', 'aria-label': label }, ...labels);
  const fill = (given: Record<Name, string>) => {
    for (const [name] of entries)
      if (document.activeElement !== inputs[name]) inputs[name].value = given[name];
  };
  return { dom, inputs, fill };
}
