import { z } from 'zod';
import { day_ms } from '../durations.ts';
import { sentence } from '../sentences/sentence.ts';
import { toInstant } from './fields.ts';

/**
 * Parses `a=1&b[]=2&b[0]=3&c[d]=4&c['e']=5` into `{a: '1', b: ['2', '3'], c: {d: '4', e: '5'}}`. The schema decides
 * whether a single value is a list.
 */
export function parseQuery(text: string): Record<string, unknown> {
  return nestNames(new URLSearchParams(text));
}

const nested =
  /^(?<name>[^[\]]+)\[(?:(?<index>\d*)|'(?<single>[^']+)'|"(?<double>[^"]+)"|(?<bare>[^[\]'"]+))\]$/;

/** Collects values by name; if a name has a key in brackets, by name and then by key. */
export function nestNames(given: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [spelled, value] of given) {
    const { name = spelled, index, single, double, bare } = nested.exec(spelled)?.groups ?? {};
    const key = single ?? double ?? bare;
    if (index !== undefined) add(values, name, value);
    else if (key === undefined || key === '__proto__') add(values, spelled, value);
    else {
      values[name] ??= Object.create(null);
      const inner = values[name];
      // If there is also a plain value with this name, the whole text stays a name, which no list knows.
      if (isObject(inner)) add(inner, key, value);
      else add(values, spelled, value);
    }
  }
  return values;
}

function add(values: Record<string, unknown>, name: string, value: unknown): void {
  values[name] = name in values ? [values[name], value].flat() : value;
}

/** Whether the value is an object in the sense of JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list parameter: repeated, as `name[]`, or joined by commas. Absent is undefined; present but empty is `[]`. */
export const listParameter = z
  .union([z.string(), z.array(z.string())])
  .transform(given =>
    [given]
      .flat()
      .flatMap(part => part.split(','))
      .map(part => part.trim())
      .filter(Boolean),
  )
  .optional();

/** A yes or no: true, false, 1 or 0; absent or empty is false. */
export const flagParameter = z
  .string()
  .optional()
  .transform(text => (text ?? '').toLowerCase())
  .pipe(z.enum(['', 'true', 'false', '1', '0'], sentence('input.true_or_false')))
  .transform(text => text === 'true' || text === '1')
  .meta({ type: 'string', enum: ['', 'true', 'false', '1', '0'] });

/** A filter by yes or no; undefined if absent. An empty one matches nothing. */
export const choiceParameter = z
  .enum(['true', 'false', '1', '0', ''], sentence('input.true_or_false'))
  .optional()
  .transform(text => (text === undefined || text === '' ? text : text === 'true' || text === '1'))
  .meta({ type: 'string', enum: ['true', 'false', '1', '0', ''] });

/** A list like listParameter, but with commas as part of the values: for free text. */
export const textsParameter = z
  .union([z.string(), z.array(z.string())])
  .transform(given => [given].flat().filter(Boolean))
  .optional();

/** A list that chooses what a response shows, and filters nothing. Empty counts as absent. */
export const showParameter = listParameter.transform(words => (words?.length ? words : undefined)).optional();

/** A single parameter; if it occurs more than once, the last one counts. */
export const textParameter = z
  .union([z.string(), z.array(z.string()).transform(all => all.at(-1) ?? '')])
  .optional();

/** The path parameter of a single thing: its id. */
export const params = z.object({ id: z.string() });

const moment = z.iso.datetime({ offset: true, local: true });
const timeRule = sentence('input.timestamp_or_date');

/** The description of a parameter that is a timestamp or a date. */
export const timeForms = [
  { type: 'string', format: 'date-time' },
  { type: 'string', format: 'date' },
] as const;

type Reading = (text: string, context: z.RefinementCtx<string>) => string;

function timeParameter(read: Reading) {
  return textParameter
    .transform(text => text?.replace(/ (?=\d\d:\d\d$)/, '+')) // a + that was not encoded as %2B
    .pipe(
      z
        .union([moment, z.iso.date(), z.literal('')], timeRule)
        .transform((text, context) => (text === '' ? '' : read(text, context)))
        .optional(),
    )
    .meta({ anyOf: [...timeForms, { type: 'string', maxLength: 0 }] });
}

/** The start of a period: RFC 3339 with any offset (none means UTC), or the first moment of a date in UTC. */
export const startParameter = timeParameter(toInstant).describe('At or after this time');

/** The end of a period, as the first moment after it. A date is included as a whole, in UTC. */
export const endParameter = timeParameter((text, context) => {
  const instant = toInstant(text, context);
  return text.includes('T') || typeof instant !== 'string' ? instant : dayAfter(instant);
}).describe('Before this time; a whole date (in UTC) is included');

/** Returns `NAME__start` and `NAME__end` for each date. */
export function periodParameters<Name extends string>(...names: Name[]) {
  const parameters = names.flatMap(name => [
    [`${name}__start`, startParameter],
    [`${name}__end`, endParameter],
  ]);
  return Object.fromEntries(parameters) as Record<`${Name}__start`, typeof startParameter> &
    Record<`${Name}__end`, typeof endParameter>;
}

function dayAfter(instant: string): string {
  const next = new Date(Date.parse(instant) + day_ms);
  return next.getUTCFullYear() > 9999 ? 'infinity' : next.toISOString(); // PostgreSQL's value for the end of time
}

/** The order of a list. Empty is the default order. */
export const orderingParameter = textParameter.transform(text => text || undefined).optional();

/** The last page number whose first row PostgreSQL can still count. */
const lastPage = 1_000_000_000_000;

export const pageParameters = {
  page: z
    .preprocess(
      given => (isDigits(given) ? Math.min(Number(given), lastPage) : number(given, 1)),
      z.int(sentence('input.page')).min(1, sentence('input.page')).meta({ maximum: undefined }), // any size is fine; large pages are empty
    )
    .prefault(1),
  page_size: z
    .preprocess(
      given => number(given, 100),
      z
        .int(sentence('input.from_1_to_1000'))
        .min(1, sentence('input.from_1_to_1000'))
        .max(1000, sentence('input.from_1_to_1000')),
    )
    .prefault(100),
};

export type Page = { page: number; page_size: number };

/** Whether a filter is empty. An empty filter matches nothing, because the program probably meant to fill it in. */
export function hasEmptyFilter(filters: Record<string, unknown>): boolean {
  return Object.values(filters).some(isEmpty);
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  if (!isObject(value)) return value === '';
  const inner = Object.values(value);
  return inner.length === 0 || inner.some(isEmpty);
}

function isDigits(given: unknown): boolean {
  return typeof given === 'string' && /^\d+$/.test(given);
}

function number(given: unknown, otherwise: number): unknown {
  return given === '' ? otherwise : numberIn(given);
}

/** Returns the number in the text of a parameter. Anything else, such as `page[x]=1`, is left to the schema to refuse. */
export function numberIn(given: unknown): unknown {
  return typeof given === 'string' ? Number(given) : given;
}
