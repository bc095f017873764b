import { type Tool, tools } from './tools.ts';

type Schema = Record<string, unknown>;
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: {
    content: Record<string, { schema: { properties?: Record<string, Schema>; required?: string[] } }>;
  };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** A tool with the request that it makes, as the protocol describes it. */
export type Listed = {
  tool: Tool;
  method: string;
  path: string;
  /** Where each argument of the tool belongs. */
  places: Readonly<Record<string, 'path' | 'query' | 'body' | 'key'>>;
  shown: {
    name: string;
    title: string;
    description: string;
    inputSchema: { type: 'object'; [name: string]: unknown };
    annotations: {
      readOnlyHint: boolean;
      destructiveHint: boolean;
      idempotentHint: boolean;
      openWorldHint: boolean;
    };
  };
};

/** Lists the tools by name, with arguments described as the API describes them. Throws for a tool without an operation. */
export function listTools(document: object): Map<string, Listed> {
  const { paths, components } = document as Document;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const found = new Map(operations.map(one => [one.operation.operationId, one]));
  return new Map(
    Object.entries(tools).map(([name, tool]) => {
      const one = found.get(name);
      if (!one) throw new Error(`The tool ${name} names no operation`);
      return [name, describe(name, tool, one, components.schemas)];
    }),
  );
}

function describe(
  name: string,
  tool: Tool,
  { method, path, operation }: { method: string; path: string; operation: Operation },
  schemas: Record<string, Schema>,
): Listed {
  const { only, fixed = {} } = tool;
  const takes = (field: string) => (only ? only.includes(field) : !(field in fixed));
  const body = operation.requestBody?.content['application/json']?.schema;
  const given = (operation.parameters ?? []).filter(
    one => one.in === 'path' || (one.in === 'query' && takes(one.name)),
  );
  const fields = Object.entries(body?.properties ?? {}).filter(([field]) => takes(field));
  const isCreation = method === 'POST' && !tool.reads;
  const properties: Record<string, Schema> = {
    ...Object.fromEntries(
      given.map(({ name, description, schema }) => [
        name,
        { ...schema, ...(description && { description }) },
      ]),
    ),
    ...Object.fromEntries(fields),
    ...(isCreation && { idempotency_key: repeatable }),
  };
  const required = [
    ...given.filter(one => one.required).map(one => one.name),
    ...(body?.required ?? []).filter(takes),
  ];
  return {
    tool,
    method,
    path,
    places: {
      ...Object.fromEntries(given.map(one => [one.name, one.in as 'path' | 'query'])),
      ...Object.fromEntries(fields.map(([field]) => [field, 'body'])),
      ...(isCreation && { idempotency_key: 'key' }),
    },
    shown: {
      name,
      title: tool.title,
      description: [`${operation.summary}.`, operation.description].filter(Boolean).join(' '),
      inputSchema: selfContained(
        { type: 'object', properties, required, additionalProperties: false },
        schemas,
      ),
      annotations: {
        readOnlyHint: tool.reads,
        destructiveHint: tool.mails === true,
        idempotentHint: tool.reads || method === 'PATCH',
        openWorldHint: tool.mails === true,
      },
    },
  };
}

const repeatable = {
  type: 'string',
  maxLength: 255,
  description:
    'A word of your choice. The same call with the same word is done once, so repeat it after a failure',
};

const prefix = '#/components/schemas/';

/** Returns a copy of the schema that holds the named schemas it uses, because a tool's schema must be complete. */
function selfContained<Root extends Schema>(schema: Root, schemas: Record<string, Schema>): Root {
  const $defs: Record<string, Schema> = {};
  const copy = <Value>(value: Value): Value =>
    JSON.parse(JSON.stringify(value), (key, found) => {
      if (key !== '$ref' || typeof found !== 'string' || !found.startsWith(prefix)) return found;
      const name = found.slice(prefix.length);
      if (!(name in $defs)) {
        $defs[name] = {}; // a schema may refer to itself
        $defs[name] = copy(schemas[name]!);
      }
      return `#/$defs/${name}`;
    });
  const root = copy(schema);
  return Object.keys($defs).length > 0 ? { ...root, $defs } : root;
}
