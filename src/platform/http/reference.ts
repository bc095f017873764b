import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { App } from './server.ts';

/** The page shows our own API and nothing of anybody else's. */
const configuration = {
  url: '/v1/openapi.json',
  favicon: '/favicon.svg',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const;

/** It runs a script of its own, delivered with the page. */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

/** Shows the description of the API to people, under /docs. The library takes 25 MB and is loaded when somebody looks. */
export function showReference(app: App): void {
  let opened: Promise<FastifyInstance> | undefined;
  const route = { config: { access: 'public' }, schema: { hide: true } } as const;
  app.get('/docs', route, relay);
  app.get('/docs/js/scalar.js', route, relay);

  async function relay(request: FastifyRequest, reply: FastifyReply) {
    opened ??= openReference();
    const { statusCode, headers, rawPayload } = await (await opened).inject(request.url);
    reply.code(statusCode).headers({ ...headers, 'content-security-policy': policy });
    return reply.send(rawPayload);
  }
}

async function openReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await app.register(scalar, { routePrefix: '/docs', configuration });
  return app;
}
