import helmet from '@fastify/helmet';
import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController, type RawServerDefault } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { acceptJson } from './body.ts';
import { handleError, sendError, toErrorBody } from './errors.ts';
import { parseQuery } from './query.ts';

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

type ServerOptions = { log: Log; body_limit: number; trusted_proxies: string[] };

/** An HTTP server without routes, on which every failure has the one error shape, whatever part of HTTP it comes from. */
export async function createServer({ log, body_limit, trusted_proxies }: ServerOptions): Promise<App> {
  const app: App = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }), // logRequests below does it
    genReqId: () => newId(),
    bodyLimit: body_limit,
    trustProxy: trusted_proxies.length > 0 ? trusted_proxies : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500, querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) => handleError(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: answerBrokenHttp,
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>();

  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  acceptJson(app);
  logRequests(app);
  refuseUnstorableAddresses(app);
  // HTTPS is the business of whatever stands before us, and a trial on plain http must work.
  await app.register(helmet, { hsts: false, contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });
  return app;
}

/** To be called once all else that hooks into requests is registered: what no route answers is 404, 405, or OPTIONS. */
export function answerUnknownRoutes(app: App, limit: Parameters<App['setNotFoundHandler']>[0]): void {
  app.setNotFoundHandler(limit, (request, reply) => {
    const path = request.url.split('?')[0]!;
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(method => app.findRoute({ method, url: path }) !== null);
    if (methods.length === 0) return sendError(reply, new DomainError('not_found', `Nothing is at ${path}. The reference is at /docs.`));
    reply.header('Allow', [...methods, 'OPTIONS'].join(', '));
    if (request.method === 'OPTIONS') return reply.code(204).send();
    sendError(reply, new DomainError('method_not_allowed', `${request.method} is not possible here; ${methods.join(', ')} is.`));
  });
}

function logRequests(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not the address: an address can hold a token or a person's e-mail address.
    const entry = { method: request.method, route: request.routeOptions.url ?? '(none)', status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log.info(entry, 'request');
  });
}

function refuseUnstorableAddresses(app: App): void {
  app.addHook('onRequest', async request => {
    if (request.url.includes('%00')) throw new DomainError('request_invalid', 'The address contains %00, which names nothing.');
  });
}

function answerBrokenHttp(error: NodeJS.ErrnoException, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const body = JSON.stringify(toErrorBody(new DomainError('request_invalid', tooLarge ? 'The request header is too large.' : 'This is not a valid HTTP request.')));
  const status = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
