// The names that a template can use, and those that it uses. Pure, without an editor.

/** The names that a template can use: values with descriptions, the keys of the readers' metadata, snippets and surveys. */
export type Known = {
  values: readonly { name: string; description: string }[];
  /** The most frequent first, each with its full name, the number of readers who have it, and an example. */
  keys: readonly { key: string; name: string; count: number | null; example: string | null }[];
  /** True if these are all keys that any reader has. */
  is_whole: boolean;
  snippets: readonly { identifier: string; name: string }[];
  surveys: readonly { identifier: string; name: string }[];
};

type Span = { from: number; to: number };
export type Unknown = Span & {
  name: string;
  kind: 'value' | 'key' | 'snippet' | 'survey' | 'filter';
  suggestion?: string;
};

export const filters =
  `abs append at_least at_most capitalize ceil compact concat date default divided_by downcase escape first floor join last
  lstrip map minus modulo newline_to_br plus prepend remove remove_first replace replace_first reverse round rstrip size
  slice sort split strip strip_html strip_newlines sum times truncate truncatewords uniq upcase url_encode where`.split(
    /\s+/,
  );

export const liquidTags =
  'if elsif else endif unless endunless case when endcase for endfor assign capture endcapture comment endcomment raw endraw'.split(
    ' ',
  );

const words = new Set(
  'and or not contains true false nil null blank empty in limit offset reversed cols with'.split(' '),
);
const place = /\{\{-?(.*?)-?\}\}|\{%-?\s*(\w+)(.*?)-?%\}/gs;
const path = /(?<![\w."'-])[a-zA-Z_]\w*(?:\.[\w-]+|\[\s*(?:"[^"]*"|'[^']*')\s*\])*/g;
const code =
  /^(?: {0,3})(`{3,}|~{3,})[^\n]*\n[\s\S]*?^(?: {0,3})\1[ \t]*$|\{%-?\s*(raw|comment)\s*-?%\}[\s\S]*?\{%-?\s*end\2\s*-?%\}/gm;

/** Returns the unknown names in the text, each with the nearest known one. */
export function findUnknown(text: string, known: Known): Unknown[] {
  // Liquid that is only shown is replaced by spaces of the same length, so that positions stay.
  const read = text.replace(code, (shown, _, raw) => (raw ? shown.replace(/[^\n]/g, ' ') : shown));
  const own = new Set(['forloop']);
  for (const [, name] of read.matchAll(/\{%-?\s*(?:assign|capture|for)\s+(\w+)/g)) own.add(name!);
  // A text repeats the same few names.
  const judged = new Map<string, ReturnType<Judge>>();
  const judgeOnce: Judge = name => {
    const judgement = judged.get(name) ?? judge(name, own, known);
    judged.set(name, judgement);
    return judgement;
  };
  const found: Unknown[] = [];
  for (const match of read.matchAll(place)) {
    const [whole, output, tag = '', rest = ''] = match;
    const expression = output ?? rest;
    const start =
      match.index + whole.indexOf(expression, output === undefined ? whole.indexOf(tag) + tag.length : 2);
    if (tag === 'capture' || /^end/.test(tag)) continue;
    found.push(...findInExpression(expression, start, judgeOnce));
  }
  return found;
}

type Judge = (name: string) => Omit<Unknown, 'from' | 'to'>[];

function findInExpression(expression: string, start: number, judge: Judge): Unknown[] {
  const bare = expression.replace(/(?<!\[\s*)("[^"]*"|'[^']*')/g, quoted => ' '.repeat(quoted.length));
  const found: Unknown[] = [];
  for (const match of bare.matchAll(path)) {
    const [name] = match;
    const before = bare.slice(0, match.index);
    const span = { from: start + match.index, to: start + match.index + name.length };
    if (/\|\s*$/.test(before)) {
      if (!filters.includes(name)) found.push({ ...span, name, kind: 'filter', ...near(name, filters) });
    } else if (!words.has(name) && !/^\s*[:=](?!=)/.test(bare.slice(match.index + name.length)))
      found.push(...judge(name).map(one => ({ ...span, ...one })));
  }
  return found;
}

function judge(name: string, own: Set<string>, known: Known): ReturnType<Judge> {
  const parts = name.replace(/\[\s*["']([^"']*)["']\s*\]/g, '.$1').split('.');
  const [root, field, key] = parts as [string, string?, string?];
  const values = known.values.map(value => value.name);
  const keys = known.keys.map(one => one.name);
  if (own.has(root)) return [];
  if (root === 'snippets') {
    const names = known.snippets.map(({ identifier }) => `snippets.${identifier}`);
    if (field === undefined || names.includes(`snippets.${field}`)) return [];
    return [{ name: field, kind: 'snippet', ...near(name, names) }];
  }
  if (root === 'survey') {
    const names = known.surveys.map(({ identifier }) => `survey.${identifier}`);
    if (field === undefined || names.includes(`survey.${field}`)) return [];
    return [{ name: field, kind: 'survey', ...near(name, names) }];
  }
  if (root === 'subscriber' && field === 'metadata') {
    // If nobody has any metadata yet, or not all keys are known, no key counts as wrong.
    const isFine = key === undefined || !known.is_whole || keys.length === 0;
    if (isFine || known.keys.some(one => one.key === key)) return [];
    return [{ name: key, kind: 'key', ...near(name, keys) }];
  }
  const isKnown = values.some(
    value => value === name || name.startsWith(`${value}.`) || value.startsWith(`${name}.`),
  );
  return isKnown ? [] : [{ name, kind: 'value', ...near(name, [...values, ...keys]) }];
}

/** Returns the most similar name, unless all differ too much. */
function near(name: string, names: readonly string[]): { suggestion?: string } {
  const last = (one: string) => one.split('.').at(-1)!;
  let best: { name: string; distance: number } | undefined;
  for (const one of names) {
    const distance = Math.min(editDistance(name, one), editDistance(last(name), last(one)));
    if (!best || distance < best.distance) best = { name: one, distance };
  }
  return best && best.distance <= Math.max(2, last(name).length / 3) ? { suggestion: best.name } : {};
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}

/** Returns what somebody is typing at the end of `before`, inside Liquid; undefined outside it. */
export function typedIn(
  before: string,
): { kind: 'path' | 'filter' | 'tag'; from: number; is_output: boolean } | undefined {
  const opened = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'));
  if (opened === -1) return undefined;
  const inside = before.slice(opened + 2);
  if (/\}\}|%\}/.test(inside) || inside.length > 500) return undefined;
  const is_output = before.startsWith('{{', opened);
  const quotes = inside.replace(/\[\s*"[^"]*"?|"[^"]*"|'[^']*'/g, '');
  if (/["']/.test(quotes)) return undefined;
  if (!is_output && /^-?\s*\w*$/.test(inside))
    return { kind: 'tag', from: before.length - /\w*$/.exec(inside)![0].length, is_output };
  const filter = /\|\s*(\w*)$/.exec(inside);
  if (filter) return { kind: 'filter', from: before.length - filter[1]!.length, is_output };
  const named = /(?:^|[\s:,(=<>])([\w.-]*)$/.exec(inside);
  return named ? { kind: 'path', from: before.length - named[1]!.length, is_output } : undefined;
}
