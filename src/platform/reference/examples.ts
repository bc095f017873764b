import type { Content, Document, Operation, Shape } from './document.ts';

/** Returns an example of the content: the document's own, or the required fields with values of their types; undefined for files. */
export function exampleOf(content: Content | undefined, schemas: Document['components']['schemas']): unknown {
  const json = content?.['application/json'];
  if (!json) return undefined;
  const [named] = Object.values(json.examples ?? {});
  return named?.value ?? json.example ?? sample(json.schema, schemas);
}

/** Returns the request as a command line of curl, in a POSIX shell. */
export function curlOf(operation: Operation, base_url: string, body: unknown): string {
  const { method, path, requestBody, security } = operation;
  const url = `${base_url}${path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}`;
  const [type] = Object.keys(requestBody?.content ?? {});
  const isUsual = method === 'GET' || (method === 'POST' && type !== undefined);
  const parts = [
    `curl ${isUsual ? '' : `-X ${method} `}"${url}${queryOf(operation)}"`,
    ...(security?.length === 0 ? [] : ['-H "Authorization: Token $API_KEY"']),
    ...dataOf(type, requestBody?.content, body),
  ];
  return parts.join(' \\\n  ');
}

function dataOf(type: string | undefined, content: Content | undefined, body: unknown): string[] {
  if (type === undefined) return [];
  if (type === 'multipart/form-data') {
    const [part = 'file'] = Object.keys(content![type]!.schema.properties ?? {});
    return [`-F "${part}=@FILE"`];
  }
  const header = `-H "Content-Type: ${type}"`;
  if (type !== 'application/json') return [header, '--data-binary @FILE'];
  return [header, `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`];
}

/** Returns the query with the parameters that an answer requires. */
function queryOf({ parameters = [] }: Operation): string {
  const needed = parameters.filter(one => one.in === 'query' && one.required);
  return needed.length > 0 ? `?${needed.map(({ name }) => `${name}=$${name.toUpperCase()}`).join('&')}` : '';
}

/** Returns the request through the client for TypeScript. */
export function typescriptOf(
  { method, path, parameters = [], requestBody }: Operation,
  body: unknown,
): string {
  const names = (place: string) =>
    parameters.filter(one => one.in === place && (place === 'path' || one.required)).map(({ name }) => name);
  const params = names('path');
  const query = names('query');
  const [type] = Object.keys(requestBody?.content ?? {});
  const given = [
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(query.length > 0 ? [`query: { ${query.join(', ')} }`] : []),
    ...(type === undefined ? [] : [`body: ${type === 'application/json' ? literal(body, 1) : 'file'}`]),
  ];
  const options = given.length > 0 ? `, {\n${given.map(line => `  ${line},\n`).join('')}}` : '';
  return `const { data } = await postrider.${method.toLowerCase()}('${path}'${options});`;
}

/** Returns the value as a literal of TypeScript. */
export function literal(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return quoted(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const lines = Array.isArray(value)
    ? value.map(one => literal(one, depth + 1))
    : Object.entries(value).map(([name, one]) => `${nameOf(name)}: ${literal(one, depth + 1)}`);
  if (lines.length === 0) return `${open}${close}`;
  const indent = '  '.repeat(depth + 1);
  return `${open}\n${lines.map(line => `${indent}${line},\n`).join('')}${'  '.repeat(depth)}${close}`;
}

function nameOf(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : quoted(name);
}

function quoted(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'undefined';
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

const deepest = 6;

/** Returns a value of this shape with everything that is required. */
export function sample(shape: Shape, schemas: Document['components']['schemas'], depth = 0): unknown {
  const { $ref, examples, anyOf, oneOf, allOf, type, properties = {}, required = [] } = shape;
  if (depth > deepest) return null;
  const within = (inner: Shape) => sample(inner, schemas, depth + 1);
  if ($ref) return within(schemas[$ref.split('/').at(-1)!] ?? {});
  if (examples?.length) return examples[0];
  if ('const' in shape) return shape.const;
  if (shape.default !== undefined) return shape.default;
  if (shape.enum) return shape.enum[0];
  const [first] = anyOf ?? oneOf ?? allOf ?? [];
  if (first && !type) return within(first);
  switch ([type].flat()[0]) {
    case 'object':
      return Object.fromEntries(required.map(name => [name, within(properties[name] ?? {})]));
    case 'array':
      return shape.items ? [within(shape.items)] : [];
    case 'string':
      return textOf(shape);
    case 'integer':
    case 'number':
      return Math.max(1, shape.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function textOf({ format }: Shape): string {
  if (format === 'date-time') return '2026-11-20T09:00:00Z';
  if (format === 'date') return '2026-11-20';
  if (format === 'uri') return 'https://example.org/page';
  if (format === 'email') return 'ada@example.org';
  if (format === 'uuid') return '0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60';
  return 'text';
}
