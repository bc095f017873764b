import { fieldName } from '../platform/field-name.ts';
import { words } from '../words.ts';
import type { Listed } from './queries.ts';

const said = words.journal;
const kept: Record<string, string> = said.details;
/** The details whose values have names of their own. Other values are free text. */
const named = ['source', 'type', 'status', 'kind', 'format'];
const names: Record<string, string> = {
  ...words.bulk.types,
  ...words.bounces.kinds,
  ...words.imports.formats,
  ...words.person.ways,
  ...words.subscriber.types,
  ...words.emails.status,
};

/** Returns an event's details in words, apart from its subscriber, email and feed. Ids and long values are only in its data. */
export function detailsInWords({ metadata }: Pick<Listed, 'metadata'>): string[] {
  const { from, to, fields, ...others } = metadata;
  const moved = typeof from === 'string' && typeof to === 'string';
  return [
    ...(moved ? [said.moved(nameOf(from), nameOf(to))] : []),
    ...(Array.isArray(fields) && fields.length > 0 ? [words.person.fields(fields.map(nameOfField))] : []),
    ...Object.entries(others).flatMap(([key, value]) =>
      kept[key] && isShort(value)
        ? [
            said.pair(
              kept[key],
              named.includes(key)
                ? nameOf(value)
                : typeof value === 'number'
                  ? words.number(value)
                  : String(value),
            ),
          ]
        : [],
    ),
  ];
}

function nameOfField(field: unknown): string {
  const ofSubscribers: Record<string, string> = words.person.fields_named;
  return ofSubscribers[String(field)] ?? fieldName(String(field));
}

function nameOf(value: unknown): string {
  const text = String(value);
  return names[text] ?? text.replaceAll('_', ' ');
}

function isShort(value: unknown): boolean {
  return ['string', 'number'].includes(typeof value) && value !== '' && String(value).length < 120;
}
