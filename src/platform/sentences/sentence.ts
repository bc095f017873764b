import { catalogue } from './catalogue.ts';
import { counted, number } from './counted.ts';
import { type Form, fill, type Hole, type Manner, match, parse } from './form.ts';

type Catalogue = typeof catalogue;
type Room = keyof Catalogue & string;

/** The code of a sentence, for programs: `emails.slug_taken`. Codes stay the same when their wording changes. */
export type Code = { [R in Room]: `${R}.${keyof Catalogue[R] & string}` }[Room];
type Wording<C extends Code> = C extends `${infer R extends Room}.${infer Key}`
  ? Key extends keyof Catalogue[R]
    ? Catalogue[R][Key]
    : never
  : never;

/** A sentence of the service as a code with values, so that a screen can say it in any language. */
export type Sentence = { code: Code; values: Record<string, Value> };
/** A value in a sentence: text, a number, or another sentence or several. A time is text in RFC 3339. */
export type Value = string | number | Sentence | Value[];

type HolesOf<Text> = Text extends `${string}{${infer Inner}}${infer Rest}` ? Inner | HolesOf<Rest> : never;
type NameOf<Inner> = Inner extends `${infer Name}:${string}` ? Name : Inner;
type Given<Inner> = Inner extends `${string}:${infer Kind}`
  ? Kind extends 'sentence' | 'time'
    ? string | null | undefined
    : Kind extends 'sentences' | 'together'
      ? readonly string[]
      : number
  : string | number | null | undefined;
type Read<Inner> = Inner extends `${string}:${infer Kind}`
  ? Kind extends 'time'
    ? string
    : Kind extends 'sentence'
      ? Sentence | string
      : Kind extends 'sentences' | 'together'
        ? (Sentence | string)[]
        : number
  : string;

/** The values with which the service says the sentence. */
type GivenOf<C extends Code> = { [H in HolesOf<Wording<C>> as NameOf<H> & string]: Given<H> };
/** The values that a screen gets to say it in its own words. */
export type ValuesOf<C extends Code> = { [H in HolesOf<Wording<C>> as NameOf<H> & string]: Read<H> };
/** A sentence with its values. */
export type Said<C extends Code> = [HolesOf<Wording<C>>] extends [never]
  ? [code: C]
  : [code: C, values: GivenOf<C>];

const forms = new Map<string, Form>();

/** Returns the form of this code. Each wording is parsed when it is first used, because a start uses few of two thousand. */
function formOf(code: string): Form {
  const known = forms.get(code);
  if (known) return known;
  const [room, key] = code.split('.') as [Room, string];
  const form = parse((catalogue[room] as Record<string, string>)[key]!);
  forms.set(code, form);
  return form;
}

const manner: Manner = { number, counted, time: at => at, say: String };

/** Returns the sentence in English, as the API, mails to owners and the command line show it. */
export function sentence<C extends Code>(...[code, values]: Said<C>): string {
  return fill(formOf(code), (values ?? {}) as Record<string, unknown>, manner);
}

/**
 * The least letters of its own that identify a sentence. A sentence with fewer, such as only brackets, is recognised by the sentences in
 * its places.
 */
const leastOwn = 5;
const codes = Object.entries(catalogue).flatMap(([room, wordings]) =>
  Object.keys(wordings).map(key => `${room}.${key}` as Code),
);

/** Returns the letter with which the sentence begins; undefined if it begins with a value. */
const firstOf = ({ parts: [part] }: Form) => (typeof part === 'string' ? part[0] : undefined);

type Beginnings = Map<string | undefined, (readonly [Code, Form])[]>;
let beginnings: Beginnings | undefined;

/** Reads which sentences can begin with a letter; those that begin with a value can begin with any letter. */
function readBeginnings(): Beginnings {
  // If two sentences fit a text, the one with known sentences in its places is meant, or else the one with more words of its own.
  const longestFirst = codes
    .map(code => [code, formOf(code)] as const)
    .toSorted(([, one], [, other]) => other.own - one.own);
  return new Map(
    [...new Set(longestFirst.map(([, form]) => firstOf(form)))].map(letter => [
      letter,
      longestFirst.filter(([, form]) => [letter, undefined].includes(firstOf(form))),
    ]),
  );
}

/**
 * Returns the sentence that the text is, as `sentence` has written it; null for any other text, such as the words of another server. The
 * text is what is stored or passed on, so even a row that was written long ago has a code.
 */
export function readSentence(text: string): Sentence | null {
  let first: Sentence | null = null;
  beginnings ??= readBeginnings();
  for (const [code, form] of beginnings.get(text[0]) ?? beginnings.get(undefined)!) {
    const found = match(form, text);
    if (!found) continue;
    const said: Sentence = { code, values: mapValues(form, found) };
    const inner = form.holes.filter(({ kind }) => kind === 'sentence').map(({ name }) => said.values[name]);
    if (inner.every(part => typeof part !== 'string')) return inner.length > 0 ? said : (first ?? said);
    if (form.own >= leastOwn) first ??= said;
  }
  return first;
}

function mapValues({ holes }: Form, found: Map<string, string>): Record<string, Value> {
  return Object.fromEntries(holes.map(hole => [hole.name, readValue(hole, found.get(hole.name)!)]));
}

function readValue({ kind }: Hole, text: string): Value {
  switch (kind) {
    case 'number':
    case 'counted':
      return Number(text.replaceAll(',', ''));
    case 'sentence':
      return readPart(text);
    case 'sentences':
      return text.split('; ').map(readPart);
    default:
      return text;
  }
}

/** Reads a sentence within another sentence, where it has no full stop of its own. */
function readPart(text: string): Sentence | string {
  return readSentence(text) ?? readSentence(text.endsWith('.') ? text.slice(0, -1) : `${text}.`) ?? text;
}

/** Returns several sentences in a row, as a text and as one sentence. */
export function together(parts: readonly string[]): { text: string; sentence: Sentence | undefined } {
  const said = parts.filter(part => part !== '');
  const sentences = said.map(part => readSentence(part) ?? part);
  return {
    text: said.join(' '),
    sentence:
      sentences.length > 1
        ? { code: 'texts.several', values: { sentences } }
        : sentences.find(part => typeof part !== 'string'),
  };
}
