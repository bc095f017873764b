import { inProgram } from '../src/platform/root.ts';

export const clientFile = inProgram('src/client/schema.ts');

type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
  format?: string;
};
type Content = Record<string, { schema: Schema }>;
type Operation = {
  summary: string;
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { requestBody: { content: Content } } }>;
  components: { schemas: Record<string, Schema> };
};

const head = `// Written from docs/openapi.json by npm run generate. Change the routes, not this file.`;

/** Returns the types of every operation in an OpenAPI 3.1 document, as the text of src/client/schema.ts. */
export function generateClient(openapi: string): string {
  const { paths, webhooks, components } = JSON.parse(openapi) as Document;
  const named = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  const methods = Map.groupBy(operations, ({ method }) => method);
  const tables = [...methods].map(([method, all]) => ({
    name: method,
    type: block(
      all.map(({ path, operation }) => ({
        name: path,
        type: operationType(operation),
        description: operation.summary,
      })),
    ),
  }));
  const parts = [
    head,
    ...named,
    `/** What a webhook is told. */\nexport type WebhookEvent = ${toldType(webhooks)};`,
    `/** Every operation by its method and path; what it does not take is never. */\nexport type Operations = ${block(tables)};`,
    `/** The lists of which a page may begin at a cursor. */\nexport const listsWithCursor: readonly string[] = [\n${cursors(operations)}];`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns one type for all webhooks, because their requests differ only in the name of the event and its details. */
function toldType(webhooks: Document['webhooks']): string {
  const [one] = Object.values(webhooks);
  const body = one!.post.requestBody.content['application/json']!.schema;
  const details: Schema = { type: 'object', additionalProperties: true };
  const { data, ...others } = body.properties!;
  const properties = {
    ...others,
    event_type: { enum: Object.keys(webhooks) },
    data: { ...data, type: undefined, allOf: [data, details] },
  } as Record<string, Schema>;
  return typeOf({ ...body, properties });
}

function cursors(operations: { path: string; operation: Operation }[]): string {
  return operations
    .filter(({ operation }) => operation.parameters?.some(({ name }) => name === 'cursor'))
    .map(({ path }) => `  '${path}',\n`)
    .join('');
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const given = (place: string) => {
    const members = parameters.filter(parameter => parameter.in === place);
    return members.length === 0
      ? 'never'
      : block(
          members.map(({ name, required, description, schema }) => ({
            name,
            type: typeOf(schema),
            optional: !required,
            description,
          })),
        );
  };
  return block([
    { name: 'params', type: given('path') },
    { name: 'query', type: given('query') },
    { name: 'body', type: requestBody ? contentType(requestBody.content) : 'never' },
    {
      name: 'answers',
      type: block(
        Object.entries(responses).map(([status, { content }]) => ({
          name: status,
          type: content ? contentType(content) : 'undefined',
        })),
      ),
    },
  ]);
}

function contentType(content: Content): string {
  if (content['multipart/form-data']) return 'FormData';
  if (content['message/rfc822'] || content['application/zip']) return 'Blob';
  const json = content['application/json'];
  const types = Object.keys(content);
  if (types.every(type => /^text\/|^application\/x-ndjson\b/.test(type))) return 'string';
  if (!json) throw new Error(`no type can be written for ${Object.keys(content).join(', ')}`);
  return typeOf(json.schema);
}

/** Returns the type of a schema. Throws for an unknown kind, so that no type silently becomes looser than the document. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  const either = schema.anyOf ?? schema.oneOf;
  // Next to a type, these keywords restrict the same value in ways that TypeScript cannot check.
  if (either && !schema.type) return union(either.map(typeOf));
  if (schema.allOf && !schema.type) return schema.allOf.map(part => `(${typeOf(part)})`).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map(type => typeOf({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return `Array<${typeOf(schema.items ?? {})}>`;
    case 'object':
      return objectType(schema);
    case undefined:
      if (!schema.properties) return 'unknown';
  }
  throw new Error(`no type can be written for ${JSON.stringify(schema)}`);
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties);
  if (members.length === 0) {
    if (additionalProperties === true) return 'Record<string, unknown>';
    const values = additionalProperties ? typeOf(additionalProperties) : 'never';
    return `Record<string, ${values}>`;
  }
  return block(
    members.map(([name, schema]) => ({
      name,
      type: typeOf(schema),
      optional: !required.includes(name),
      description: schema.description,
    })),
  );
}

type Member = { name: string; type: string; optional?: boolean; description?: string | undefined };

function block(members: Member[]): string {
  const lines = members.map(({ name, type, optional, description }) => {
    const comment = description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`;
    return `${comment}${/^([a-z_]\w*|\d+)$/i.test(name) ? name : `'${name}'`}${optional ? '?' : ''}: ${type};`;
  });
  return `{\n${lines.join('\n').replace(/^/gm, '  ')}\n}`;
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value);
}
