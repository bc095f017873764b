/**
 * A place in a sentence for a value. The kind `counted` has a noun in two forms, `sentence` and `sentences` hold other sentences, and
 * `time` is a time in RFC 3339.
 */
export type Hole = {
  name: string;
  kind: 'text' | 'number' | 'counted' | 'time' | 'sentence' | 'sentences' | 'together';
  one: string;
  many: string;
};

/** The parts of a wording, in order. `own` is the number of letters that belong to the wording itself. */
export type Form = { parts: (string | Hole)[]; holes: Hole[]; own: number };

/** How values are written in the language of a sentence. */
export type Manner = {
  number: (value: number) => string;
  counted: (count: number, one: string, many: string) => string;
  time: (at: string) => string;
  say: (value: unknown) => string;
};

/**
 * Reads a wording: `{name}` is text, `{name:number}` a number, `{name:copy|copies}` a number with its noun, `{name:time}` a time,
 * `{name:sentence}` another sentence, `{name:sentences}` several with semicolons between them, and `{name:together}` several in a row.
 */
export function parse(wording: string): Form {
  const parts = wording
    .split(/\{([^}]*)\}/)
    .map((part, at) => (at % 2 === 0 ? part : holeOf(part)))
    .filter(part => part !== '');
  const texts = parts.filter(part => typeof part === 'string');
  return {
    parts,
    holes: parts.filter(part => typeof part !== 'string'),
    own: texts.reduce((sum, text) => sum + text.length, 0),
  };
}

function holeOf(inner: string): Hole {
  const [name = '', kind = 'text'] = inner.split(':');
  const [one = '', many] = kind.split('|');
  return many === undefined
    ? { name, kind: kind as Hole['kind'], one: '', many: '' }
    : { name, kind: 'counted', one, many };
}

/** Returns the sentence with these values. If a value is missing, its place stays empty. */
export function fill({ parts }: Form, values: Readonly<Record<string, unknown>>, manner: Manner): string {
  return parts
    .map(part => (typeof part === 'string' ? part : write(part, values[part.name] ?? '', manner)))
    .reduce((text, part) => text + (text.endsWith('.') && part.startsWith('.') ? part.slice(1) : part), '');
}

function write({ kind, one, many }: Hole, value: unknown, manner: Manner): string {
  const { time, say } = manner;
  switch (kind) {
    case 'number':
      return manner.number(Number(value));
    case 'counted':
      return manner.counted(Number(value), one, many);
    case 'time':
      return time(String(value));
    case 'sentences':
      return (value as unknown[]).map(say).join('; ');
    case 'together':
      return (value as unknown[]).map(say).join(' ');
    default:
      return say(value);
  }
}

const written = {
  number: /-?[\d,]+(?:\.\d+)?/y,
  time: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/y,
};

/**
 * Returns the values with which the form becomes this text, as they stand in it; undefined if there are none. It takes one pass, whatever
 * the text: a value ends where the next words of the form begin.
 */
export function match({ parts, own }: Form, text: string): Map<string, string> | undefined {
  const last = parts.at(-1)!;
  if (own > text.length || (typeof last === 'string' && !text.endsWith(last))) return undefined;
  const found = new Map<string, string>();
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') {
      if (!text.startsWith(part, at)) return undefined;
      at += part.length;
      continue;
    }
    const end = endOf(part, { next: parts[index + 1], isLast: index + 2 === parts.length }, text, at);
    if (end === undefined) return undefined;
    found.set(part.name, text.slice(at, end.value));
    at = end.next;
  }
  return at === text.length ? found : undefined;
}

type End = { value: number; next: number };

function endOf(
  { kind, one, many }: Hole,
  { next, isLast }: { next: string | Hole | undefined; isLast: boolean },
  text: string,
  at: number,
): End | undefined {
  if (kind === 'number' || kind === 'counted' || kind === 'time') {
    const pattern = written[kind === 'time' ? 'time' : 'number'];
    pattern.lastIndex = at;
    if (!pattern.test(text)) return undefined;
    const value = pattern.lastIndex;
    if (kind !== 'counted') return { value, next: value };
    const noun = [one, many].find(
      form => text.startsWith(` ${form}`, value) && (form === one) === (text.slice(at, value) === '1'),
    );
    return noun === undefined ? undefined : { value, next: value + 1 + noun.length };
  }
  if (kind === 'together') return undefined; // nothing shows where one ends
  if (typeof next !== 'string') return { value: text.length, next: text.length };
  const value = isLast ? text.length - next.length : text.indexOf(next, at);
  return value < at || !text.startsWith(next, value) ? undefined : { value, next: value };
}
