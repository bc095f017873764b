import { z } from 'zod';
import { sentence } from '../sentences/sentence.ts';

export const timestamp = z.string().describe('RFC 3339 in UTC, such as 2026-11-20T09:00:00.000Z');

/**
 * A timestamp from a client: RFC 3339 with any offset, or without one, which means UTC. The result is in UTC with
 * milliseconds.
 */
export const timestampInput = z.iso
  .datetime({ offset: true, local: true, error: sentence('input.timestamp') })
  .transform(toInstant);

/**
 * Returns the text of a timestamp or a date (its first moment) as RFC 3339 in UTC. It must be in the years 1 to 9999, which both the
 * database and RFC 3339 can represent.
 */
export function toInstant(text: string, context: z.RefinementCtx<string>): string {
  const time = new Date(/T[^Z+-]*$/.test(text) ? `${text}Z` : text);
  const year = time.getUTCFullYear();
  if (year >= 1 && year <= 9999) return time.toISOString();
  context.addIssue({ code: 'custom', message: sentence('input.years') });
  return z.NEVER;
}

export const text = (longest: number) =>
  z.string().max(longest, sentence('input.most_characters', { count: longest }));

/** A single line without control characters, so that it can be used in a mail header. */
export const line = (longest: number) =>
  text(longest).regex(/^[^\p{Cc}\u2028\u2029]*$/u, sentence('input.one_line'));

/** The description of a web address in the OpenAPI document. `URL` does the validation. */
export const webAddressForm = { format: 'uri', pattern: '^[hH][tT][tT][pP][sS]?:\\S+$' };

/** A web address, or empty. */
export const webAddress = line(2000)
  .refine(value => value === '' || isWebAddress(value), sentence('input.absolute_address'))
  .meta({ anyOf: [{ maxLength: 0 }, webAddressForm] });

export const metadata = z.record(z.string(), z.unknown()).describe('Any JSON object');

/** In PATCH, an absent field stays unchanged and null clears it: null becomes `empty`. */
export function clearable<Field extends z.ZodType>(field: Field, empty: z.output<Field>) {
  return field.nullish().transform(value => (value === null ? empty : value));
}

/** Returns the input and the forms of a field that a create may omit and that null clears: it becomes `empty`. */
export function optional<Input extends z.ZodType>(input: Input, empty: z.output<Input>) {
  const create = input.nullish().transform(value => value ?? empty);
  return { input, create, update: clearable(input, empty) };
}

/** In PATCH, empty text in a field that cannot be empty leaves it unchanged: clients send it for fields that they do not set. */
export function leftIfEmpty<Field extends z.ZodType>(field: Field) {
  return z.union([z.literal('').transform(() => undefined), field]).optional();
}

/** Returns the schemas that a table of fields has in this property, as properties of an object. */
export function schemasOf<
  const Fields extends Record<string, Record<Property, z.ZodType>>,
  Property extends string,
>(fields: Fields, property: Property) {
  const schemas = Object.entries(fields).map(([name, field]) => [name, field[property]]);
  return Object.fromEntries(schemas) as { [Name in keyof Fields]: Fields[Name][Property] };
}

function isWebAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && !/\s/.test(value);
}

/** Returns the example of a request, as `meta` of its schema, because zod omits `examples` if a schema transforms. */
export function asked(value: object) {
  return { 'x-examples': { example: { value } } };
}
