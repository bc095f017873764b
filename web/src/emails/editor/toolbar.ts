import { type EditorState, type Extension, StateField } from '@codemirror/state';
import {
  type Command,
  type EditorView,
  type KeyBinding,
  keymap,
  showTooltip,
  type Tooltip,
  type TooltipView,
} from '@codemirror/view';
import { type KeyOf, keys, keyWords } from '../../platform/keys.ts';
import { words } from '../../words.ts';
import { element, icon } from '../elements/element.ts';
import { icons } from './icons.ts';
import { linkWords } from './link-form.ts';
import { isBegunWith, isMarked, type Mark, toggleLines, toggleMark } from './marks.ts';

type Tool = {
  path: string;
  run: Command;
  is_on?: (state: EditorState) => boolean;
};

const mark = (sign: Mark, path: string): Tool => ({
  path,
  run: toggleMark(sign),
  is_on: state => isMarked(state, sign),
});

const begin = (prefix: Parameters<typeof toggleLines>[0], path: string): Tool => ({
  path,
  run: toggleLines(prefix),
  is_on: state => isBegunWith(state, prefix),
});

type Name = Exclude<KeyOf<'formatting'>, 'tools'>;

const { tools: named } = words.editor;
const tools: Record<Name, Tool> = {
  bold: mark('**', 'M4.5 3h4a2.5 2.5 0 0 1 0 5h-4zM4.5 8h4.75a2.5 2.5 0 0 1 0 5H4.5z'),
  italic: mark('*', 'M6.5 3h5M4.5 13h5M9.5 3l-3 10'),
  strike: mark(
    '~~',
    'M2.5 8h11M11 5c-.4-1.3-1.5-2-3-2-1.7 0-3 .8-3 2.25M5 11c.3 1.3 1.5 2 3 2 1.7 0 3.1-.8 3.1-2.4',
  ),
  link: {
    run: linkWords,
    path: 'M6.75 9.25l2.5-2.5M7.5 4.75l1.25-1.25a2.65 2.65 0 0 1 3.75 3.75L11.25 8.5M8.5 11.25l-1.25 1.25a2.65 2.65 0 0 1-3.75-3.75L4.75 7.5',
  },
  code: mark('`', icons.code),
  heading: begin('## ', icons.heading),
  subheading: begin('### ', icons.subheading),
  quote: begin('> ', icons.quote),
  list: begin('- ', icons.list),
  numbers: begin('1. ', icons.numbers),
};
const inOrder = Object.entries(tools) as [Name, Tool][];

/** The keys of the tools, from the list of all keys. */
export const toolBindings: readonly KeyBinding[] = [
  ...inOrder.flatMap(([name, { run }]) =>
    keys.formatting[name].map(key => ({ key, run, stopPropagation: true })),
  ),
  ...keys.formatting.tools.map(key => ({ key, run: focusTools })),
];

/** Shows the tools above the selection and handles their keys. Tab or Alt-F10 leads from the text to the tools, Escape back. */
export const toolbar: Extension = [
  StateField.define<Tooltip | null>({
    create: tooltipOf,
    update: (shown, transaction) => {
      if (!transaction.docChanged && !transaction.selection) return shown;
      const next = tooltipOf(transaction.state);
      // The same element stays when it moves, so that it keeps the focus.
      return next && shown ? { ...next, create: shown.create } : next;
    },
    provide: field => showTooltip.from(field),
  }),
  keymap.of(toolBindings),
];

function tooltipOf(state: EditorState): Tooltip | null {
  const { ranges, main } = state.selection;
  if (state.readOnly || ranges.length > 1 || main.empty) return null;
  if (state.sliceDoc(main.from, main.to).trim() === '') return null;
  return { pos: main.from, end: main.to, above: true, create: drawTools };
}

function focusTools(view: EditorView): boolean {
  const first = view.dom.querySelector<HTMLElement>('.cm-tools button[tabindex="0"]');
  first?.focus();
  return first !== null;
}

function drawTools(view: EditorView): TooltipView {
  const buttons = inOrder.map(([name, { path, run }], index) => {
    const attributes = {
      type: 'button',
      'aria-label': named[name],
      'data-tip': `${named[name]}\n${keyWords(keys.formatting[name][0])}`,
      tabindex: index === 0 ? '0' : '-1',
    };
    const button = element('button', attributes, icon(path));
    // The text keeps its selection.
    button.addEventListener('mousedown', event => event.preventDefault());
    button.addEventListener('click', () => {
      run(view);
      if (run !== linkWords && document.activeElement !== button) view.focus();
    });
    return button;
  });
  const dom = element('div', { class: 'cm-tools', role: 'toolbar', 'aria-label': named.label }, ...buttons);
  dom.addEventListener('keydown', event => walk(event, view, buttons));
  const press = (state: EditorState) => {
    for (const [index, [, { is_on }]] of inOrder.entries())
      if (is_on) buttons[index]!.setAttribute('aria-pressed', String(is_on(state)));
  };
  press(view.state);
  return { dom, offset: { x: 0, y: 6 }, overlap: true, update: ({ state }) => press(state) };
}

function walk(event: KeyboardEvent, view: EditorView, buttons: HTMLButtonElement[]): void {
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (event.key === 'Escape') view.focus();
  if (event.key === 'Escape' || next !== undefined) event.preventDefault();
  if (next === undefined) return;
  for (const button of buttons) button.tabIndex = -1;
  const button = buttons.at(next % buttons.length)!;
  button.tabIndex = 0;
  button.focus();
}
