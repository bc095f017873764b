import { z } from 'zod';

/** Returns the names of the fields in the schema of a body; undefined if it accepts any. */
function fieldsOfBody(schema: unknown): string[] | undefined {
  if (schema instanceof z.ZodObject) {
    const { catchall } = schema.def;
    if (catchall && !(catchall instanceof z.ZodNever)) return undefined;
    return Object.keys(schema.shape);
  }
  if (schema instanceof z.ZodPipe) {
    const { in: first, out } = schema.def;
    return fieldsOfBody(first instanceof z.ZodTransform ? out : first);
  }
  if (schema instanceof z.ZodUnion) return together(schema.options);
  if (schema instanceof z.ZodIntersection) return together([schema.def.left, schema.def.right]);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodPrefault)
    return fieldsOfBody(schema.unwrap());
  return undefined;
}

function together(schemas: readonly unknown[]): string[] | undefined {
  const names = schemas.map(fieldsOfBody);
  return names.every(one => one !== undefined) ? [...new Set(names.flat())] : undefined;
}

/** Returns the names of fields in the body that are not in its schema. */
export function unknownFields(schema: unknown, body: unknown): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const known = fieldsOfBody(schema);
  return known === undefined ? [] : Object.keys(body).filter(name => !known.includes(name));
}
