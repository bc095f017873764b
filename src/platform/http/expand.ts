import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

/** The objects to which the rows of a list can refer, each with the function that shows it as its own routes do. */
export type Things<Name extends string = 'subscriber' | 'email' | 'automation'> = Record<
  Name,
  {
    schema: z.ZodType<{ id: string }>;
    show(wish: { request: FastifyRequest; ids: string[] }): Promise<{ id: string }[]>;
  }
>;

type Thing = { id: string } | null;

/** Returns the properties of a row that contain the objects it refers to, if `expand` asks for them. */
export function thingsIn<Name extends string>(
  things: Things<Name>,
  names: readonly Name[],
): Record<Name, z.ZodNullable<z.ZodType<{ id: string }>>> {
  const properties = names.map(name => [
    name,
    things[name].schema.nullable().describe(`With expand=${name}`),
  ]);
  return Object.fromEntries(properties);
}

/** Adds to the rows the objects to which they refer by `…_id`: each one that is `wanted` and exists; otherwise null. */
export async function expand<Name extends string, Row extends Record<`${Name}_id`, string | null>>(
  request: FastifyRequest,
  things: Things<Name>,
  names: readonly Name[],
  rows: readonly Row[],
  wanted: readonly string[] = [],
): Promise<(Row & Record<Name, Thing>)[]> {
  const known = new Map<string, Thing>();
  for (const name of names.filter(name => wanted.includes(name))) {
    const ids = [...new Set(rows.flatMap(row => row[`${name}_id`] ?? []))];
    for (const thing of await things[name].show({ request, ids })) known.set(`${name} ${thing.id}`, thing);
  }
  return rows.map(row => {
    const shown = names.map(name => [name, known.get(`${name} ${row[`${name}_id`]}`) ?? null]);
    return { ...row, ...(Object.fromEntries(shown) as Record<Name, Thing>) };
  });
}
