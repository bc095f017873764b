import { type Markup, markup } from '../http/markup.ts';
import type { Shape } from './document.ts';

/** The deepest fields that are shown; deeper ones are left to the API document. */
const deepest = 3;
const mostValues = 40;

/** Returns the type of the shape in words, with links to named objects. */
export function typeOf(shape: Shape): Markup {
  const kinds = new Map(kindsOf(shape).map(kind => [kind.html, kind]));
  return markup`${[...kinds.values()].flatMap((kind, at) => (at === 0 ? [kind] : [' or ', kind]))}`;
}

function kindsOf(shape: Shape): Markup[] {
  const { $ref, anyOf, oneOf, allOf, type, format, pattern, items } = shape;
  if ($ref) return [objectLink($ref)];
  if ('const' in shape) return [code(shape.const)];
  if (shape.enum) return [valuesOf(shape.enum)];
  const several = anyOf ?? oneOf;
  if (several) return several.flatMap(kindsOf);
  if (allOf && !type) return allOf.slice(0, 1).flatMap(kindsOf);
  return [type ?? []].flat().map(one => {
    if (one === 'array')
      return markup`list of ${items && Object.keys(items).length > 0 ? typeOf(items) : 'anything'}`;
    if (one === 'string')
      return markup`${textKinds[format ?? ''] ?? (isTime(pattern) ? 'timestamp' : 'text')}`;
    return markup`${words[one] ?? one}`;
  });
}

/** Whether the pattern is that of a timestamp. Timestamps without an offset are accepted, so they have a pattern in place of a format. */
function isTime(pattern = ''): boolean {
  return /^\^.*-02-29\|.*\)T\(/.test(pattern);
}

const textKinds: Readonly<Record<string, string>> = {
  'date-time': 'timestamp',
  date: 'date',
  uri: 'web address',
  email: 'email address',
  uuid: 'id',
  binary: 'file',
};
const words: Readonly<Record<string, string>> = { integer: 'whole number', boolean: 'true or false' };

function objectLink($ref: string): Markup {
  const name = $ref.split('/').at(-1)!;
  return markup`<a href="/docs/objects#${name}">${name}</a>`;
}

function code(value: unknown): Markup {
  return markup`<code>${JSON.stringify(value)}</code>`;
}

function valuesOf(values: unknown[]): Markup {
  const shown = values
    .slice(0, mostValues)
    .flatMap((value, at) => (at === 0 ? [code(value)] : [', ', code(value)]));
  return markup`${shown}${values.length > mostValues && ' …'}`;
}

/** Describes the limits on values of the shape. */
export function limitsOf(shape: Shape): string {
  const { minimum, maximum, maxLength, maxItems } = flat(shape);
  const isBounded = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  return [
    ...(isBounded(minimum) && isBounded(maximum)
      ? [`${minimum} to ${maximum}`]
      : isBounded(minimum)
        ? [`at least ${minimum}`]
        : isBounded(maximum)
          ? [`at most ${maximum}`]
          : []),
    ...(maxLength === undefined || maxLength === 0
      ? []
      : [`at most ${maxLength.toLocaleString('en')} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems.toLocaleString('en')} entries`]),
    ...(shape.default === undefined ? [] : [`default: ${JSON.stringify(shape.default)}`]),
  ].join('; ');
}

/** Returns the shape itself, or the first of its alternatives that says more than that the value is empty. */
function flat(shape: Shape): Shape {
  const one = (shape.anyOf ?? []).find(inner => inner.type !== 'null' && inner.maxLength !== 0);
  return one ? { ...flat(one), ...shape } : shape;
}

/** Lists the fields of an object, each with its type, limits and description; those of objects within it are indented. */
export function fieldsOf(shape: Shape, depth = 0): Markup | null {
  const { properties, required = [] } = objectIn(shape) ?? {};
  const entries = Object.entries(properties ?? {});
  if (entries.length === 0) return null;
  return markup`<dl class="fields">${entries.map(
    ([name, field]) =>
      markup`<dt><code>${name}</code> ${typeOf(field)}${required.includes(name) && markup` <b>required</b>`}</dt>
<dd>${about(field.description, limitsOf(field))}${depth < deepest ? fieldsOf(field, depth + 1) : null}</dd>`,
  )}</dl>`;
}

/** Returns the object that the shape is, may be, or is a list of. */
function objectIn(shape: Shape): Shape | undefined {
  if (shape.$ref) return undefined;
  if (shape.properties) return shape;
  const inner = shape.items ?? shape.anyOf ?? shape.oneOf ?? shape.allOf;
  return [inner ?? []]
    .flat()
    .map(objectIn)
    .find(found => found !== undefined);
}

/** Shows a description, in which backticks mark code, and the limits on values. */
export function about(description: string | undefined, limits = ''): Markup {
  return markup`${description && markup`<p>${prose(description)}</p>`}${limits && markup`<p class="limits">${limits}</p>`}`;
}

/** Returns text in which backticks mark code. */
export function prose(text: string): Markup {
  return markup`${text.split('`').map((part, at) => (at % 2 === 1 ? markup`<code>${part}</code>` : part))}`;
}
