import { IntlMessageFormat } from 'intl-messageformat';
import { messageOf } from '../errors.ts';
import { type Direction, disturbs } from './tag.ts';

/** The values of a message. `href` is the address of its link `<a>`. */
export type Values = Record<string, string | number>;

/** A text in ICU MessageFormat 1, parsed. Both functions throw if a value is missing. */
export type Message = {
  text(values?: Values): string;
  /** As HTML, with escaped values. */
  html(values?: Values): string;
};

type Node = ReturnType<IntlMessageFormat['getAst']>[number];
/** Kinds of nodes in icu-messageformat-parser. */
const kinds = { literal: 0, tag: 8 };

/** The tags that a message may contain: `<b>` for important words, `<a>` for a link. */
const tags = ['b', 'a'];

/** Everything that a message needs: its values and tags, and its plurals with their categories. */
export type Needs = {
  values: string[];
  tags: string[];
  plurals: { value: string; kind: Intl.PluralRuleType; categories: string[] }[];
};

/**
 * Parses `source`. `locale` decides about plurals and numbers; `dir` is the direction of the text around it. Throws an Error that explains
 * the fault.
 */
export function parseMessage(source: string, locale: string, dir: Direction): Message {
  const plain = new IntlMessageFormat(source, locale);
  const markup = new IntlMessageFormat(changeTexts(plain.getAst(), escapeText), locale);
  const print = (message: IntlMessageFormat, values: Record<string, unknown>) =>
    String(message.format(values as never));
  if (plain.getAst().every(({ type }) => type === kinds.literal)) {
    const [text, html] = [print(plain, {}), print(markup, {})];
    return { text: () => text, html: () => html };
  }
  return {
    text: (values = {}) =>
      print(plain, {
        ...isolated(values, text => (disturbs(text, dir) ? `\u2068${text}\u2069` : text)),
        ...plainTags,
      }),
    html: (values = {}) =>
      print(markup, {
        ...isolated(values, text =>
          disturbs(text, dir) ? `<bdi>${escapeText(text)}</bdi>` : escapeText(text),
        ),
        b: (parts: string[]) => `<strong>${parts.join('')}</strong>`,
        a: (parts: string[]) => `<a href="${escapeText(String(values.href ?? ''))}">${parts.join('')}</a>`,
      }),
  };
}

const plainTags = { b: (parts: string[]) => parts.join(''), a: (parts: string[]) => parts.join('') };

/** Returns the needs of the text. Throws an Error if it cannot be parsed or contains a tag that messages cannot have. */
export function needsOf(source: string): Needs {
  const needs: Needs = { values: [], tags: [], plurals: [] };
  let nodes: Node[];
  try {
    nodes = new IntlMessageFormat(source, 'en').getAst();
  } catch (error) {
    throw new Error(`"${source.slice(0, 60)}" is not ICU MessageFormat: ${messageOf(error)}`);
  }
  eachNode(nodes, node => {
    if (node.type === kinds.literal) return;
    const { value } = node as { value: string };
    if (node.type === kinds.tag) {
      if (!tags.includes(value)) throw new Error(`<${value}> is not one of the tags <b> and <a>`);
      needs.tags.push(value);
    } else if ('options' in node && 'pluralType' in node) {
      const categories = Object.keys(node.options).filter(name => !name.startsWith('='));
      needs.plurals.push({ value, kind: node.pluralType ?? 'cardinal', categories });
      needs.values.push(value);
    } else if (value !== undefined) needs.values.push(value);
  });
  const once = (names: string[]) => [...new Set(names)].sort();
  return { values: once(needs.values), tags: once(needs.tags), plurals: needs.plurals };
}

/** Returns the message with each piece of its literal text changed by `change`, for tests and pseudo-languages. */
export function changeLiterals(source: string, change: (text: string) => string): string {
  return printNodes(changeTexts(new IntlMessageFormat(source, 'en').getAst(), change));
}

function eachNode(nodes: Node[], visit: (node: Node) => void): void {
  for (const node of nodes) {
    visit(node);
    if ('children' in node) eachNode(node.children, visit);
    if ('options' in node) for (const { value } of Object.values(node.options)) eachNode(value, visit);
  }
}

function changeTexts(nodes: Node[], change: (text: string) => string): Node[] {
  return nodes.map(node => {
    if (node.type === kinds.literal)
      return { ...node, value: change((node as { value: string }).value) } as Node;
    if ('children' in node) return { ...node, children: changeTexts(node.children, change) };
    if (!('options' in node)) return node;
    const options = Object.entries(node.options).map(([name, option]) => [
      name,
      { ...option, value: changeTexts(option.value, change) },
    ]);
    return { ...node, options: Object.fromEntries(options) } as Node;
  });
}

function printNodes(nodes: Node[]): string {
  return nodes
    .map(node => {
      const { value } = node as { value: string };
      if (node.type === kinds.literal) return value;
      if ('children' in node) return `<${value}>${printNodes(node.children)}</${value}>`;
      if ('options' in node) {
        const kind =
          'pluralType' in node ? (node.pluralType === 'ordinal' ? 'selectordinal' : 'plural') : 'select';
        const options = Object.entries(node.options).map(
          ([name, option]) => `${name} {${printNodes(option.value)}}`,
        );
        return `{${value}, ${kind}, ${options.join(' ')}}`;
      }
      return value === undefined ? '#' : `{${value}}`;
    })
    .join('');
}

function isolated(values: Values, isolate: (text: string) => string): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? value : isolate(value)]),
  );
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;' };

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, character => entities[character]!);
}
