import { catalogue } from './catalogue.ts';
import { counted, number } from './counted.ts';
import { type Form, fill, type Hole, type Manner, match, parse } from './form.ts';

type Catalogue = typeof catalogue;
type Room = keyof Catalogue & string;

/** What a sentence says, for programs: `emails.slug_taken`. Codes stay the same when their wording changes. */
export type Code = { [R in Room]: `${R}.${keyof Catalogue[R] & string}` }[Room];
type Wording<C extends Code> = C extends `${infer R extends Room}.${infer Key}`
  ? Key extends keyof Catalogue[R]
    ? Catalogue[R][Key]
    : never
  : never;

/** A sentence of the service apart from its words, so that a screen can say it in any language. */
export type Sentence = { code: Code; values: Record<string, Value> };
/** What stands in a sentence: text, a number, or another sentence or several. A time is text in RFC 3339. */
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

/** What the service gives to say the sentence. */
type GivenOf<C extends Code> = { [H in HolesOf<Wording<C>> as NameOf<H> & string]: Given<H> };
/** What a screen gets to say it in its own words. */
export type ValuesOf<C extends Code> = { [H in HolesOf<Wording<C>> as NameOf<H> & string]: Read<H> };
/** A sentence and what stands in it. */
export type Said<C extends Code> = [HolesOf<Wording<C>>] extends [never]
  ? [code: C]
  : [code: C, values: GivenOf<C>];

const forms = new Map<string, Form>();

/** The wording of this code. Each is read when it is first used: a start uses few of two thousand. */
function formOf(code: string): Form {
  const known = forms.get(code);
  if (known) return known;
  const [room, key] = code.split('.') as [Room, string];
  const form = parse((catalogue[room] as Record<string, string>)[key]!);
  forms.set(code, form);
  return form;
}

const manner: Manner = { number, counted, time: at => at, say: String };

/** The sentence in English, as the API, mails to owners and the command line show it. */
export function sentence<C extends Code>(...[code, values]: Said<C>): string {
  return fill(formOf(code), (values ?? {}) as Record<string, unknown>, manner);
}

/** With fewer letters of its own, such as only brackets, a sentence is recognised by those in its places. */
const leastOwn = 5;
const codes = Object.entries(catalogue).flatMap(([room, wordings]) =>
  Object.keys(wordings).map(key => `${room}.${key}` as Code),
);

/** The letter that the sentence begins with; undefined if it begins with a value. */
const firstOf = ({ parts: [part] }: Form) => (typeof part === 'string' ? part[0] : undefined);

type Beginnings = Map<string | undefined, (readonly [Code, Form])[]>;
let beginnings: Beginnings | undefined;

/** The sentences that can begin with a letter; those that begin with a value can begin with any. */
function readBeginnings(): Beginnings {
  // Of two sentences that fit a text, the one in whose places known sentences stand was meant, or else the one with more words of its own.
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
 * The sentence that the text is, as `sentence` has written it; null for any other text, such as what another server said.
 * What is stored or passed on is the text: a row that was written long ago has a code as well.
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

/** Within another sentence, a sentence has no full stop of its own. */
function readPart(text: string): Sentence | string {
  return readSentence(text) ?? readSentence(text.endsWith('.') ? text.slice(0, -1) : `${text}.`) ?? text;
}

/** Several sentences in a row, as a text and as one sentence. */
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
