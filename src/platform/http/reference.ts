import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { onFirstUse } from '../first-use.ts';
import type { App } from './server.ts';

/** The page shows only our own API. */
const configuration = {
  url: '/v1/openapi.json',
  favicon: '/favicon.svg',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const;

/** The page runs its own script, which comes with it. */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

/** Shows the API description to people, under /docs. The library takes 25 MB and is loaded on the first visit. */
export function showReference(app: App): void {
  const open = onFirstUse(openReference);
  const route = { config: { access: 'public' }, schema: { hide: true } } as const;
  app.get('/docs', route, relay);
  app.get('/docs/js/scalar.js', route, relay);

  async function relay(request: FastifyRequest, reply: FastifyReply) {
    const reference = await open();
    const { statusCode, headers, rawPayload } = await reference.inject(request.url);
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
