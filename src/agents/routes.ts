import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Area, type Level, type Permissions, reaches } from '../accounts/permissions.ts';
import { namingHeaders, type SignOn } from '../platform/config/sign-on.ts';
import { onFirstUse } from '../platform/first-use.ts';
import { addressOf } from '../platform/http/route.ts';
import type { App } from '../platform/http/server.ts';
import { requestOf, resultOf } from './call.ts';
import { type Listed, listTools } from './catalogue.ts';

const instructions = `Postrider sends newsletters. Write and revise drafts, check them with preview_email and explain_audience, then call publish_email. If the answer has the code approval_required, a person has been asked to approve exactly this content and audience: say so and stop. Never try to get around an approval or a bound.`;

/**
 * `/mcp`: the Model Context Protocol over HTTP, without sessions, so that any process can answer. A tool makes the API request that it is
 * named after, as its caller: the same permissions, bounds, limits, idempotency and audit apply. Register this before the routes of the
 * tools.
 */
export function agentRoutes(app: App, { header }: Pick<SignOn, 'header'>): void {
  const naming = header ? namingHeaders(header) : [];
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', route => void routes.push(route));
  // Nobody else knows this mark, so nobody else can claim that an agent's tool makes the request.
  const mark = randomBytes(16).toString('base64url');
  app.addHook('onRequest', async request => {
    const { [toolHeader]: said } = request.headers;
    if (typeof said === 'string' && said.startsWith(`${mark} `)) request.tool = said.slice(mark.length + 1);
  });
  const catalogue = onFirstUse(async () => {
    const access = new Map(
      routes.flatMap(({ method, url, config }) =>
        [method].flat().map(one => [`${one} ${addressOf(url)}`, config?.access] as const),
      ),
    );
    const all = listTools(await app.openapi());
    return [...all.values()].map(one => ({ ...one, access: access.get(`${one.method} ${one.path}`) }));
  });

  app.post('/mcp', { schema: { hide: true }, config: { access: {} } }, async (request, reply) => {
    const { createMcpHandler, Server } = await import('@modelcontextprotocol/server');
    const { permissions } = request.caller;
    const listed = (await catalogue()).filter(({ access }) => isOpenTo(permissions, access));
    const handler = createMcpHandler(() => {
      const info = { name: 'postrider', title: 'Postrider', version: '1' };
      const server = new Server(info, { capabilities: { tools: {} }, instructions });
      server.setRequestHandler('tools/list', async () => ({ tools: listed.map(({ shown }) => shown) }));
      server.setRequestHandler('tools/call', async ({ params }) => {
        const one = listed.find(({ shown }) => shown.name === params.name);
        return one ? call(request, one, params.arguments ?? {}) : failure(unknownTool(params.name));
      });
      return server;
    });
    return relay(request, reply, handler.fetch);
  });

  async function call(request: FastifyRequest, one: Listed, given: Record<string, unknown>) {
    const asked = requestOf(one, given, { headers: request.headers, naming });
    if (typeof asked === 'string') return failure(asked);
    const { remoteAddress } = request.socket;
    const headers = { ...asked.headers, [toolHeader]: `${mark} ${one.shown.name}` };
    return resultOf(one, await app.inject({ ...asked, headers, ...(remoteAddress && { remoteAddress }) }));
  }
}

const toolHeader = 'postrider-tool';

function unknownTool(name: string): string {
  return `There is no tool ${name.slice(0, 100)} here, or this key has no permission for it. tools/list shows those it can use.`;
}

function failure(text: string) {
  return { content: [{ type: 'text' as const, text }], isError: true };
}

function isOpenTo(permissions: Permissions, access: unknown): boolean {
  if (typeof access !== 'object' || access === null) return false;
  return Object.entries(access).every(([area, level]) => reaches(permissions, area as Area, level as Level));
}

/** Passes the request to the handler of the protocol, which takes and gives what `fetch` does. */
async function relay(
  request: FastifyRequest,
  reply: FastifyReply,
  fetch: (request: Request, options: { parsedBody?: unknown }) => Promise<Response>,
): Promise<FastifyReply> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && name !== 'content-length') headers.set(name, value);
  const url = `http://localhost${request.url}`;
  const parsedBody = request.body ?? undefined;
  const response = await fetch(new Request(url, { method: request.method, headers }), { parsedBody });
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  return reply.serializer(String).send(await response.text());
}
