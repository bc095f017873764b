import { z } from 'zod';
import { toInstant } from './fields.ts';

/** `a=1&b[]=2&b=3` as `{a: '1', b: ['2', '3']}`. Whether a value that came once is a list is for the schema to say. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const key = name.replace(/\[\]$/, '');
    const before = query[key];
    query[key] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return query;
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

/** A single parameter; when it came more than once the last one counts. */
export const textParameter = z
  .union([z.string(), z.array(z.string()).transform(all => all.at(-1) ?? '')])
  .optional();

const moment = z.iso.datetime({ offset: true, local: true });

/** An instant as RFC 3339 with any offset (none is UTC), or a date, which means its first moment in UTC. */
export const timeParameter = textParameter
  .transform(text => text?.replace(/ (?=\d\d:\d\d$)/, '+') || undefined) // a + that did not come as %2B
  .pipe(
    z
      .union([moment, z.iso.date()], 'use a timestamp such as 2026-11-20T09:00:00Z')
      .transform(toInstant)
      .optional(),
  );

export const pageParameters = {
  page: z.coerce.number('use a whole number from 1').int().min(1).max(1_000_000_000).default(1),
  page_size: z.coerce.number('use a whole number from 1 to 1000').int().min(1).max(1000).default(100),
};

export type Page = { page: number; page_size: number };
