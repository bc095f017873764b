/** The parts of a JSON schema that the reference shows. */
export type Shape = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  items?: Shape | Record<string, never>;
  properties?: Record<string, Shape>;
  additionalProperties?: boolean | Shape;
  required?: string[];
  description?: string;
  format?: string;
  pattern?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  examples?: unknown[];
};

export type Content = Record<
  string,
  { schema: Shape; example?: unknown; examples?: Record<string, { value?: unknown }> }
>;
export type Parameter = {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema: Shape;
};
type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { description?: string; content?: Content }>;
  security?: object[];
};

/** An OpenAPI document as `/v1/openapi.json` has it. */
export type Document = {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  webhooks?: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Shape> };
};

export type Operation = Described & { method: string; path: string };
export type Section = {
  name: string;
  /** The last segment of its address. */
  slug: string;
  description: string;
  operations: Operation[];
  /** The requests of the service to webhooks. The path is the name of the event. */
  told: Operation[];
};

/** Returns the sections in their order, each with its operations in the order of the document. */
export function sectionsOf({ tags, paths, webhooks = {} }: Document): Section[] {
  const operations = flatten(paths);
  const told = flatten(webhooks);
  return tags.map(({ name, description }) => ({
    name,
    slug: name.toLowerCase().replaceAll(/\W+/g, '-'),
    description,
    operations: operations.filter(({ tags: [tag] }) => tag === name),
    told: told.filter(({ tags: [tag] }) => tag === name),
  }));
}

function flatten(paths: Document['paths']): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}
