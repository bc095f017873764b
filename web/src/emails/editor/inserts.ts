import { type Completion, type CompletionSource, snippet, startCompletion } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { words } from '../../words.ts';
import { element, icon } from '../elements/element.ts';
import { icons } from './icons.ts';
import { toggleLines } from './marks.ts';

type Insert = keyof typeof words.editor.inserts;
type Apply = (view: EditorView, from: number, to: number) => void;

/** Replaces the typed text with a separate block, whose parts are filled in with Tab. */
const block =
  (template: string): Apply =>
  (view, from, to) => {
    const { doc } = view.state;
    const line = doc.lineAt(from);
    const isFirst = doc.sliceString(line.from, from).trim() === '';
    const follows = line.number > 1 && doc.line(line.number - 1).text.trim() !== '';
    const before = !isFirst ? '\n\n' : follows ? '\n' : '';
    const isLast = doc.sliceString(to, line.to).trim() === '';
    const after =
      isLast && (line.number === doc.lines || doc.line(line.number + 1).text.trim() === '') ? '' : '\n\n';
    snippet(before + template + after)(view, null, from, to);
  };

const line =
  (prefix: Parameters<typeof toggleLines>[0]): Apply =>
  (view, from, to) => {
    view.dispatch({ changes: { from, to } });
    toggleLines(prefix)(view);
  };

/** Inserts a value, chosen from the list that opens. */
const value =
  (begun: string): Apply =>
  (view, from, to) => {
    const insert = `{{ ${begun} }}`;
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length - 3 } });
    startCompletion(view);
  };

const table = `| #{${words.editor.column}} | #{${words.editor.column} 2} |
| --- | --- |
| #{} | #{} |`;

/** The inserts, in the order of the menu. */
const groups: Record<keyof typeof words.editor.insert_groups, readonly Insert[]> = {
  blocks: [
    'image',
    'button',
    'divider',
    'embed',
    'table',
    'gallery',
    'callout',
    'bookmark',
    'cta',
    'snippet',
    'survey',
  ],
  text: ['heading', 'subheading', 'list', 'numbers', 'quote', 'footnote', 'code'],
  readers: ['paywall', 'variable', 'condition'],
};

/** Returns the function that applies each insert. */
function insertsOf(chooseImage: (view: EditorView, at: number) => void): Record<Insert, Apply> {
  return {
    image: (view, from, to) => {
      view.dispatch({ changes: { from, to } });
      chooseImage(view, from);
    },
    button: block(`<a class="button" href="#{https://}">#{${words.editor.button_text}}</a>`),
    divider: block('---\n\n#{}'),
    snippet: value('snippets.'),
    survey: value('survey.'),
    variable: value(''),
    paywall: block('<!-- paywall -->\n\n#{}'),
    embed: block('<iframe src="#{https://}"></iframe>'),
    table: block(table),
    heading: line('## '),
    list: line('- '),
    footnote: (view, from, to) => {
      const number = nextFootnote(view.state.doc.toString());
      const { length } = view.state.doc;
      const note = `\n\n[^${number}]: `;
      view.dispatch({
        changes: [
          { from, to, insert: `[^${number}]` },
          { from: length, insert: note },
        ],
        selection: { anchor: length - (to - from) + `[^${number}]`.length + note.length },
        scrollIntoView: true,
      });
    },
    condition: block(`{% if subscriber.#{metadata} %}\n\n#{}\n\n{% endif %}`),
    subheading: line('### '),
    numbers: line('1. '),
    callout: block('<div class="callout">\n\n#{}\n\n</div>'),
    gallery: (view, from, to) => {
      block('<div class="gallery">\n\n#{}\n\n</div>')(view, from, to);
      chooseImage(view, view.state.selection.main.head);
    },
    bookmark: block(`<a class="bookmark" href="#{https://}"><strong>#{}</strong></a>`),
    cta: block(
      `<div class="cta"><p>#{}</p><p><a class="button" href="https://">${words.editor.button_text}</a></p></div>`,
    ),
    quote: line('> '),
    code: block('```#{}\n#{}\n```'),
  };
}

/** Returns the lowest number without a footnote. */
function nextFootnote(body: string): number {
  const used = new Set([...body.matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number)));
  let next = 1;
  while (used.has(next)) next += 1;
  return next;
}

/** Completes the slash menu, which opens where a word could begin. */
export function slashMenu(chooseImage: (view: EditorView, at: number) => void): CompletionSource {
  const inserts = insertsOf(chooseImage);
  const grouped = Object.entries(groups).flatMap(([group, names], rank) => {
    const section = { name: words.editor.insert_groups[group as keyof typeof groups], rank };
    return names.map((name, index): Completion => {
      const { label, detail } = words.editor.inserts[name];
      const apply: Completion['apply'] = (view, _, from, to) => inserts[name](view, from, to);
      const shown = { label: `/${label}`, displayLabel: label, detail, type: name };
      return { ...shown, boost: 50 - rank * 10 - index, apply, section };
    });
  });
  // After a space, the text may continue a name or be about something else.
  const names = grouped.map(({ label }) => label.toLowerCase());
  const isName = (asked: string) => names.some(name => name.startsWith(asked.toLowerCase()));
  // While somebody types a name, the best match comes first, whatever its group.
  const options = grouped.map(({ section, ...option }) => option);
  return context => {
    const typed = context.matchBefore(/(?:^|[\s>])\/(?:\p{L}[\p{L} ]*)?$/u);
    if (!typed || context.state.readOnly) return null;
    const from = typed.from + typed.text.indexOf('/');
    if (typed.text.endsWith('/')) return { from, options: grouped };
    const isMeant = (asked: string) => /^\/\p{L}+$/u.test(asked) || isName(asked);
    return isMeant(context.state.sliceDoc(from, context.pos)) ? { from, options, validFor: isMeant } : null;
  };
}

/** Draws the icon of an insert before its name in the menu. */
export const insertIcons = {
  position: 20,
  render: ({ type }: Completion) => {
    if (type === undefined || !(type in icons)) return null;
    return element('span', { class: 'cm-insert-icon' }, icon(icons[type as keyof typeof icons]));
  },
};
