import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import { createJsonSchemaTransformObject, jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from './server.ts';

const toObject = createJsonSchemaTransformObject({ schemaRegistry: z.globalRegistry });

/** The page shows our own API and nothing of anybody else's. */
const reference = {
  url: '/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const;

/** Describes every route that is registered after this, at /v1/openapi.json for programs and at /docs for people. */
export async function describeRoutes(
  app: App,
  { sections, ...info }: { title: string; version: string; description: string; sections: string[] },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/' }],
      tags: sections.map(name => ({ name })),
      security: [{ key: [] }],
      components: {
        securitySchemes: {
          key: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'The word `Token`, a space, and the key. `Bearer` is accepted as well.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: document => inOrder(dropUnused(toObject(document))),
  });

  app.get('/v1/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async (_, reply) =>
    reply.serializer(JSON.stringify).send(app.swagger()),
  );

  await app.register(async scope => {
    // The reference runs a script of its own, delivered with the page.
    scope.addHook('onSend', async (_, reply) => {
      reply.header(
        'Content-Security-Policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'",
      );
    });
    await scope.register(scalar, { routePrefix: '/docs', configuration: reference });
  });
}

type Document = ReturnType<typeof toObject>;

/** Of every named schema the library makes a twin for input, though ours are shown in answers only. */
function dropUnused(document: Document): Document {
  const schemas: Record<string, unknown> = ('components' in document && document.components?.schemas) || {};
  const text = JSON.stringify(document);
  const unused = Object.keys(schemas).filter(name => !text.includes(`#/components/schemas/${name}"`));
  for (const name of unused) delete schemas[name];
  return unused.length > 0 ? dropUnused(document) : document; // what only they have named is unused now
}

/** By name: else the order would be that in which modules happen to import each other. */
function inOrder(document: Document): Document {
  if (!('components' in document)) return document;
  const schemas = Object.entries(document.components?.schemas ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
  } as Document;
}
