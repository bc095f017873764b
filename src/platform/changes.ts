import { isDeepStrictEqual } from 'node:util';

/**
 * Returns the wanted values that differ from the row, so that a client that sends back the whole object changes nothing. Lists of numbers
 * (tag keys) are compared as sets.
 */
export function onlyChanges<Row extends object, Wanted extends { [Field in keyof Row]?: unknown }>(
  before: Row,
  wanted: Wanted,
): { [Field in keyof Wanted]?: Exclude<Wanted[Field], undefined> } {
  const changed = Object.entries(wanted).filter(
    ([field, value]) =>
      value !== undefined && !isDeepStrictEqual(plain(value), plain(before[field as keyof Row])),
  );
  return Object.fromEntries(changed) as ReturnType<typeof onlyChanges<Row, Wanted>>;
}

/** Returns a value as plain data, so that JSON from the database and from a request can be compared. */
function plain(value: unknown): unknown {
  if (Array.isArray(value) && value.every(item => typeof item === 'number'))
    return value.toSorted((a, b) => a - b);
  return typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value;
}
