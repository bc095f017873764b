import { type FastifyContextConfig, fastify, type RouteOptions } from 'fastify';
import { createJsonSchemaTransformObject, jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { onFirstUse } from '../first-use.ts';
import { operationId } from './operation-id.ts';
import type { App } from './server.ts';

const toObject = createJsonSchemaTransformObject({ schemaRegistry: z.globalRegistry });

type Section = { name: string; description: string };
type Head = {
  title: string;
  version: string;
  description: string;
  license: { name: string; identifier: string };
  /** The sections in their order. Each operation is in one of them. */
  sections: readonly Section[];
  /** Names of operations, by method and path, that do not follow from method and path. */
  names: Readonly<Record<string, string>>;
  /** Reads the examples for operations and schemas that have none in a schema, by their names. */
  readExamples: () => Promise<Examples>;
  /** The requests that the service makes itself, by the name of each. */
  webhooks: Readonly<Record<string, Told>>;
};

type Examples = Readonly<Record<'requests' | 'answers' | 'schemas', Record<string, unknown>>>;

/** A request that the service makes to addresses that its users name. */
type Told = { section: string; summary: string; description: string; body: z.ZodType };

/** Describes all routes that are registered afterwards, at /v1/openapi.json. */
export function describeRoutes(app: App, head: Head): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', route => {
    if (route.method !== 'HEAD') routes.push(route);
  });
  app.decorate(
    'openapi',
    onFirstUse(() => describe(routes, head)),
  );

  app.get('/v1/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async (_, reply) =>
    reply.serializer(JSON.stringify).send(await app.openapi()),
  );
}

/** Returns the OpenAPI document of these routes. The library, 100 modules, is loaded when somebody first requests the document. */
async function describe(routes: readonly RouteOptions[], head: Head): Promise<object> {
  const { sections, names, webhooks, readExamples, ...info } = head;
  const examples = await readExamples();
  const { default: swagger } = await import('@fastify/swagger');
  // The app is separate and answers nothing, because the library describes only routes that are registered after it.
  const app = fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true).setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/' }],
      tags: [...sections],
      security: [byKey, bySession],
      components: {
        securitySchemes: {
          key: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'The word `Token`, a space, and the key. `Bearer` is accepted too.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'postrider_INSTALLATION',
            description:
              'A person’s session. The browser gets it when the person signs in at /dashboard, and no script can read it. The name of the cookie ends with the start of the installation’s id, and begins with `__Host-` if BASE_URL is https.',
          },
          newsletter: {
            type: 'apiKey',
            in: 'header',
            name: 'Postrider-Newsletter',
            description:
              'With a session: the id of the newsletter that the request is about. `GET /v1/newsletters` lists those of the person.',
          },
        },
      },
    },
    transform: given => {
      const { schema, url } = jsonSchemaTransform(given);
      const security = given.schema.security ?? waysIn(given.route.config);
      const description = describeLag(schema.description, given.route.config);
      return {
        url,
        schema: { ...schema, ...(description && { description }), ...(security && { security }) },
      };
    },
    transformObject: document =>
      [
        showKeys,
        (all: Document) => nameOperations(all, names),
        describeBodies,
        (all: Document) => addWebhooks(all, webhooks),
        spellPatterns,
        dropUnused,
        inOrder,
        (all: Document) => addExamples(all, examples),
      ].reduce((described, change) => change(described), toObject(document)),
  });

  for (const { method, url, schema = {}, config = {} } of routes)
    app.route({ method, url, schema, config, handler: () => {} });
  await app.ready();
  return app.swagger();
}

type Ways = Record<string, readonly string[]>[];
const byKey = { key: [] };
const bySession = { session: [], newsletter: [] };

/** Returns the ways in which a route may be called, if they differ from the document's own: by a key, or by a session in a newsletter. */
function waysIn({ access, without_newsletter }: FastifyContextConfig = {}): Ways | undefined {
  if (access === undefined) return [byKey];
  if (access === 'person') return [bySession];
  return without_newsletter ? [byKey, bySession, { session: [] }] : undefined;
}

/** Tells callers that a replica may answer an operation. */
export const lagging =
  'If the installation has replicas, changes that others have made within the last seconds may be missing.';

function describeLag(description: string | undefined, { may_lag }: FastifyContextConfig = {}) {
  return may_lag ? [description, lagging].filter(Boolean).join(' ') : description;
}

type Document = ReturnType<typeof toObject>;

/** Shows parameters with keys as name[key]=value, the form that parseQuery reads. */
function showKeys(document: Document): Document {
  if (!('paths' in document)) return document;
  for (const operations of Object.values(document.paths ?? {}))
    for (const operation of Object.values(operations ?? {}))
      for (const parameter of (operation as { parameters?: Parameter[] }).parameters ?? [])
        if (parameter.in === 'query' && parameter.schema?.type === 'object')
          Object.assign(parameter, { style: 'deepObject', explode: true });
  return document;
}
type Parameter = { in: string; schema?: { type?: string } };

function nameOperations(document: Document, names: Head['names']): Document {
  if (!('paths' in document)) return document;
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const [way, operation] of Object.entries(item ?? {}) as [string, Answering][]) {
      const method = way.toUpperCase();
      const answer = operation.responses?.[200]?.content?.['application/json']?.schema;
      const isList = method === 'GET' && answer?.properties?.results !== undefined;
      const id = names[`${method} ${path}`] ?? operationId(method, path, isList);
      Object.assign(item!, { [way]: { ...operation, operationId: id } }); // PUT and PATCH share one
    }
  return document;
}
type Answering = {
  responses?: Record<
    number,
    { content?: Record<string, { schema?: { properties?: { results?: unknown } } }> }
  >;
};

/** Adds the examples. An example of an answer that is a named schema, or a list of such schemas, is shown at the schema. */
function addExamples(document: Document, { requests, answers, schemas }: Examples): Document {
  if (!('paths' in document)) return document;
  for (const operations of Object.values(document.paths ?? {}))
    for (const { operationId, requestBody, responses } of Object.values(operations ?? {}) as Shown[]) {
      const asked = requestBody?.content['application/json'];
      if (asked && operationId in requests) asked.example = requests[operationId];
      const answered = (responses[200] ?? responses[201] ?? responses[202])?.content?.['application/json'];
      if (answered && operationId in answers) answered.example = answers[operationId];
    }
  const named: Record<string, object> = ('components' in document && document.components?.schemas) || {};
  for (const [name, schema] of Object.entries(named))
    if (name in schemas) Object.assign(schema, { examples: [schemas[name]] });
  return document;
}

type Shown = {
  operationId: string;
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<number, { content?: Record<string, { example?: unknown }> }>;
};

/** Adds the requests that the service makes itself. Any 2xx says that one has arrived. */
function addWebhooks(document: Document, webhooks: Head['webhooks']): Document {
  const described = Object.entries(webhooks).map(([name, { section, summary, description, body }]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(body, { io: 'output' });
    const content = { 'application/json': { schema } };
    const responses = { '2XX': { description: 'The event has arrived' } };
    const operationId = `told_${name.replaceAll(/[.-]/g, '_')}`;
    const post = {
      operationId,
      tags: [section],
      summary,
      description,
      requestBody: { required: true, content },
      responses,
    };
    return [name, { post: { ...post, security: [] } }];
  });
  return { ...document, webhooks: Object.fromEntries(described) } as Document;
}

/**
 * Corrects the bodies: a 204 has none, refusals are JSON whatever an operation produces, and a request may omit its body if no field is
 * required.
 */
function describeBodies(document: Document): Document {
  if (!('paths' in document)) return document;
  for (const operations of Object.values(document.paths ?? {}))
    for (const { requestBody, responses } of Object.values(operations ?? {}) as Bodies[]) {
      delete responses?.[204]?.content;
      for (const [status, { content }] of Object.entries(responses ?? {})) {
        const [refusal] = Object.values(content ?? {});
        if (Number(status) >= 400 && refusal)
          responses![status] = { ...responses![status], content: { 'application/json': refusal } };
        if (status === '429') Object.assign(responses![429]!, { headers: untilAllowed });
      }
      const schema = requestBody?.content['application/json']?.schema;
      if (requestBody && schema && !needsField(schema)) requestBody.required = false;
    }
  return document;
}

const untilAllowed = {
  'Retry-After': { description: 'Seconds until the next request is served', schema: { type: 'integer' } },
};

/** Whether the schema requires a field, or one of several that `anyOf` names. */
function needsField({ required = [], anyOf = [] }: BodySchema): boolean {
  return required.length > 0 || (anyOf.length > 0 && anyOf.every(needsField));
}

type BodySchema = { required?: string[]; anyOf?: BodySchema[] };
type Bodies = {
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema?: BodySchema }>;
  };
  responses?: Record<string, { content?: Record<string, unknown> }>;
};

/** The Unicode classes in our patterns, as ranges of the basic plane, because not every language knows the names of the classes. */
const ranges: readonly (readonly [name: string, ranges: string])[] = [
  ['\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f'],
  ['\\p{Z}', ' \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'],
  [
    '\\p{Default_Ignorable_Code_Point}',
    '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0',
  ],
];

function spellPatterns(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'pattern' && typeof value === 'string'
      ? ranges.reduce((pattern, [name, spelled]) => pattern.replaceAll(name, spelled), value)
      : value,
  );
}

/** Removes the input variant that the library adds for every named schema, because our named schemas appear only in responses. */
function dropUnused(document: Document): Document {
  const schemas: Record<string, unknown> = ('components' in document && document.components?.schemas) || {};
  const text = JSON.stringify(document);
  const mentions = (json: string, name: string) => json.split(`#/components/schemas/${name}"`).length;
  // A schema's reference to itself, as in a group of groups, does not count as use.
  const unused = Object.keys(schemas).filter(
    name => mentions(text, name) === mentions(JSON.stringify(schemas[name]), name),
  );
  for (const name of unused) delete schemas[name];
  return unused.length > 0 ? dropUnused(document) : document; // schemas to which only the variants referred are unused now
}

/** Sorts the schemas by name. Otherwise their order would be that of module loading. */
function inOrder(document: Document): Document {
  if (!('components' in document)) return document;
  const schemas = Object.entries(document.components?.schemas ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
  } as Document;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of all routes, once they are registered. */
    openapi(): Promise<object>;
  }
}
