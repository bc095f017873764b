import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import { createJsonSchemaTransformObject, jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from './server.ts';

/** Describes every route that is registered after this, at /v1/openapi.json for programs and at /docs for people. */
export async function describeRoutes(app: App, info: { title: string; version: string; description: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/' }],
      security: [{ key: [] }],
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token <key>, or Bearer <key>' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: createJsonSchemaTransformObject({ schemaRegistry: z.globalRegistry }),
  });

  app.get('/v1/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async (_, reply) =>
    reply.serializer(JSON.stringify).send(app.swagger()),
  );

  await app.register(async scope => {
    // The reference runs a script of its own, delivered with the page.
    scope.addHook('onSend', async (_, reply) => {
      reply.header('Content-Security-Policy', "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'");
    });
    await scope.register(scalar, { routePrefix: '/docs', configuration: { url: '/v1/openapi.json', withDefaultFonts: false, telemetry: false } as never });
  });
}
