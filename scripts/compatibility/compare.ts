import { readFileSync } from 'node:fs';

/** The names in Buttondown's public API: operations with their parameters, bodies and responses, and their fields and values. */
export type Names = {
  version: string;
  operations: {
    operation: string;
    /** The operation's name in clients. */
    id: string;
    parameters?: string[];
    headers?: string[];
    body?: string;
    /** The name of the response schema by status; null for a response without a body. */
    answers: Record<string, string | null>;
  }[];
  /** The fields of an object with their types, or the values of an enumeration. */
  shapes: Record<string, Record<string, string> | string[]>;
};

type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Content = { content?: { 'application/json'?: { schema?: Schema } } };
type Operation = {
  operationId: string;
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: Content;
  responses?: Record<string, Content>;
};
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** The names of a list that exist here, and those that do not. */
export type Part = { name: string; same: string[]; absent: string[] };

export type Compared = {
  operation: string;
  /** The operation's names there and here; null if it does not exist here. */
  ids: { theirs: string; ours: string } | null;
  /** Null if the operation does not exist here. */
  parts: Part[] | null;
};

export function readNames(): Names {
  return JSON.parse(readFileSync(new URL('./names.json', import.meta.url), 'utf8'));
}

/** Compares each of their operations with the one at the same path here, including its fields and values. */
export function compare(names: Names, openapi: OpenApi): Compared[] {
  const operations = new Map(
    Object.entries(openapi.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        addressOf(`${method.toUpperCase()} ${path.replace(/^\/v1/, '')}`),
        operation,
      ]),
    ),
  );
  return names.operations.map(theirs => {
    const ours = operations.get(addressOf(theirs.operation));
    return {
      operation: theirs.operation,
      ids: ours ? { theirs: theirs.id, ours: ours.operationId } : null,
      parts: ours ? compareOperation(names, openapi, theirs, ours) : null,
    };
  });
}

/** Returns the address without the names of path parameters, which do not matter. */
function addressOf(operation: string): string {
  return operation.replace(/\{[^}]+\}/g, '{}');
}

function compareOperation(
  names: Names,
  openapi: OpenApi,
  theirs: Names['operations'][number],
  ours: Operation,
): Part[] {
  const parts: Part[] = [];
  const given = (place: string) =>
    (ours.parameters ?? []).filter(parameter => parameter.in === place).map(({ name }) => name.toLowerCase());
  if (theirs.parameters) parts.push(partOf('parameters', theirs.parameters, given('query')));
  if (theirs.headers) parts.push(partOf('headers', theirs.headers, given('header')));
  const body = ours.requestBody?.content?.['application/json']?.schema;
  if (theirs.body && theirs.body in names.shapes)
    parts.push(...compareShape(names, openapi, theirs.body, body));
  const statuses = Object.keys(theirs.answers);
  parts.push(partOf('answers', statuses, Object.keys(ours.responses ?? {})));
  for (const [status, shape] of Object.entries(theirs.answers)) {
    const schema = ours.responses?.[status]?.content?.['application/json']?.schema;
    if (shape !== null) parts.push(...compareShape(names, openapi, shape, schema));
  }
  return parts.filter(part => part.same.length + part.absent.length > 0);
}

function compareShape(
  names: Names,
  openapi: OpenApi,
  shape: string,
  schema: Schema | undefined,
  seen: readonly string[] = [],
): Part[] {
  const theirs = names.shapes[shape];
  if (theirs === undefined || Array.isArray(theirs) || seen.includes(shape)) return [];
  const ours = propertiesOf(openapi, schema);
  const own = partOf(shape, Object.keys(theirs), Object.keys(ours));
  const inner = own.same.flatMap(field => {
    const type = /^(\w+)(\[\])?(?: or null)?$/.exec(theirs[field] as string);
    const values = type ? names.shapes[type[1] as string] : undefined;
    if (!type || values === undefined) return [];
    if (!Array.isArray(values)) {
      const inside = type[2] ? itemsOf(openapi, ours[field]) : ours[field];
      return compareShape(names, openapi, type[1] as string, inside, [...seen, shape]);
    }
    const known = valuesOf(openapi, ours[field]);
    return known.length === 0 ? [] : [partOf(`${shape}.${field}`, values, known)];
  });
  return [own, ...inner];
}

function partOf(name: string, theirs: string[], ours: string[]): Part {
  const known = new Set(ours);
  const isKnown = (one: string) => known.has(one) || known.has(one.toLowerCase());
  return { name, same: theirs.filter(isKnown), absent: theirs.filter(one => !isKnown(one)) };
}

function resolve(openapi: OpenApi, schema: Schema | undefined): Schema {
  let found = schema;
  while (found?.$ref) found = openapi.components.schemas[found.$ref.split('/').at(-1) as string];
  return found ?? {};
}

function variantsOf(openapi: OpenApi, schema: Schema | undefined): Schema[] {
  const found = resolve(openapi, schema);
  const more = [...(found.allOf ?? []), ...(found.anyOf ?? []), ...(found.oneOf ?? [])];
  return [found, ...more.flatMap(one => variantsOf(openapi, one))];
}

function propertiesOf(openapi: OpenApi, schema: Schema | undefined): Record<string, Schema> {
  return Object.assign({}, ...variantsOf(openapi, schema).map(({ properties }) => properties ?? {}));
}

function itemsOf(openapi: OpenApi, schema: Schema | undefined): Schema | undefined {
  return variantsOf(openapi, schema).find(({ items }) => items)?.items;
}

function valuesOf(openapi: OpenApi, schema: Schema | undefined): string[] {
  return variantsOf(openapi, schema)
    .flatMap(one => [one, resolve(openapi, one.items)])
    .flatMap(one => one.enum ?? [])
    .map(String);
}
