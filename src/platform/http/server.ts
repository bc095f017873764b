import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import helmet from '@fastify/helmet';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
  type RawServerDefault,
} from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { DomainError, domainError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { isDiskFull, outageOf, storageFull } from '../outage.ts';
import { sentence } from '../sentences/sentence.ts';
import { acceptJson } from './body.ts';
import { drainRefusedBodies } from './drain.ts';
import { handleError, InputError } from './errors.ts';
import { sayGoodbye } from './leaving.ts';
import { meantPath } from './meant-path.ts';
import {
  losePatience,
  type Patience,
  refuse,
  refuseSlowness,
  timeoutsOf,
  usualPatience,
} from './patience.ts';
import { parseQuery } from './query.ts';
import { compileResponse } from './response.ts';
import { routeOf } from './route.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

type ServerOptions = {
  log: Log;
  body_limit: number;
  trusted_proxies: string[];
  /** A folder on a disk that we write to. */
  data_dir?: string | undefined;
  patience?: Partial<Patience>;
  /** Returns the path at which a request is answered, if it differs from the requested one. */
  rewrite?: (request: IncomingMessage) => string;
  /** Answers thrown errors; by default in the one error shape. */
  answer_failure?: typeof handleError;
};

/** Creates an HTTP server without routes. Every failure has the one error shape, whichever part of HTTP it comes from. */
export async function createServer({
  log,
  body_limit,
  trusted_proxies,
  data_dir,
  patience = {},
  rewrite,
  answer_failure = handleError,
}: ServerOptions): Promise<App> {
  const answer = namingOutages(answer_failure, data_dir);
  const patient: Patience = {
    ...usualPatience,
    uncounted: [...usualPatience.uncounted, ...trusted_proxies],
    ...patience,
  };
  const { http, ...timeouts } = timeoutsOf(patient);
  const app: App = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }), // logRequests below does it
    genReqId: () => newId(),
    bodyLimit: body_limit,
    trustProxy: trusted_proxies.length > 0 ? trusted_proxies : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500, querystringParser: parseQuery },
    frameworkErrors: (error, request, reply) =>
      answer(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: answerBrokenHttp,
    http: { ...http, requireHostHeader: false }, // refused below, in our own words
    ...timeouts,
    ...(rewrite && { rewriteUrl: rewrite }),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // a request that arrives on an open connection is answered like those before it
    // Without these, Fastify loads the hundred modules of compilers that the two below replace.
    schemaController: { compilersFactory: { buildValidator: replaced, buildSerializer: replaced } },
  }).withTypeProvider<ZodTypeProvider>();

  app.setErrorHandler(answer);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(compileResponse);
  app.decorate('known_paths', knowPaths(app));
  acceptJson(app);
  drainRefusedBodies(app);
  losePatience(app, patient);
  sayGoodbye(app);
  logRequests(app);
  startWithStatus(app);
  refuseUnusableAddresses(app);
  // Node would answer 417 without a body; RFC 9110 §10.1.1 allows ignoring an unknown expectation.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  await protectPages(app);
  return app;
}

/** Collects the patterns of the API's routes while they are added. */
function knowPaths(app: App): ReadonlySet<string> {
  const known = new Set<string>();
  app.addHook('onRoute', ({ url, schema }) => {
    if (url.startsWith('/v1/') && !schema?.hide) known.add(url);
  });
  return known;
}

function replaced(): never {
  throw new Error('A route is compiled before the compilers of its schemas are set.');
}

/** Gives every response the headers that Helmet recommends. */
async function protectPages(app: App): Promise<void> {
  // HTTPS is up to the proxy in front of us, and trying it out over plain http must work.
  await app.register(helmet, {
    global: false,
    hsts: false,
    frameguard: false, // frame-ancestors does this page by page
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  });
  // The headers are always the same, and computing them would take 6 % of the time of a small request.
  let headers: OutgoingHttpHeaders | undefined;
  app.addHook('onRequest', async (_, reply) => {
    if (headers) return void reply.headers(headers);
    await reply.helmet();
    headers = { ...reply.raw.getHeaders() };
  });
}

/**
 * Answers requests that no route matches with 404, 405 or the OPTIONS response, whatever their body, and counts them against `limit`. Call
 * this after everything else that hooks into requests. `findMoved` returns the present address of a page that used to have the requested
 * address.
 */
export function answerUnknownRoutes(
  app: App,
  limit: ReturnType<App['rateLimit']>,
  findMoved: (request: FastifyRequest) => Promise<string | undefined> = async () => undefined,
): void {
  // This is a hook, because a handler runs only if the body can be read.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    await limit.call(app, request, reply);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const moved = isRead ? await findMoved(request) : undefined;
    if (moved !== undefined) return reply.redirect(moved, 301);
    const path = request.url.split('?')[0]!;
    // The router treats * as /.
    const names = path === '*' ? [] : ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
    const methods = names.filter(method => app.findRoute({ method, url: path }) !== null);
    if (methods.length === 0)
      throw nothingAt(request.originalUrl.split('?')[0]!, meantPath(path, app.known_paths));
    reply.header('Allow', [...methods, 'OPTIONS'].join(', '));
    if (request.method === 'OPTIONS') return reply.code(204).send();
    throw domainError('method_not_allowed', 'requests.method_unsupported', {
      method: request.method,
      methods: methods.join(', '),
    });
  });
}

function nothingAt(path: string, meant: string | undefined): DomainError {
  return new DomainError(
    'not_found',
    meant === undefined
      ? sentence('requests.nothing_there', { path })
      : sentence('requests.nothing_there_meant', { path, meant }),
  );
}

/** Reports failures caused by a full disk or too few connections as such, not as internal errors. */
function namingOutages(answer: typeof handleError, data_dir: string | undefined): typeof handleError {
  return (error, request, reply) => {
    // On a full disk, PostgreSQL may also fail in ways that do not say why.
    const isUnforeseen = !(
      error instanceof DomainError ||
      error instanceof InputError ||
      'statusCode' in error
    );
    const isFull = isUnforeseen && data_dir !== undefined && isDiskFull(data_dir);
    const found = outageOf(error);
    const outage = isFull && found?.code !== 'storage_full' ? storageFull('The disk is full') : found;
    // An outage is logged without a stack: there are as many of these as requests, and the log may be on that disk.
    if (outage) request.log.error({ reason: error.message, route: routeOf(request) }, outage.detail);
    answer(outage ?? error, request, reply);
  };
}

function logRequests(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    // The log has the route's pattern, because an address can contain a token or a person's email address.
    const entry = {
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log.info(entry, 'request');
  });
}

/** Sets the status of the operation before its handler runs, so that a handler that returns its answer need not set it. */
function startWithStatus(app: App): void {
  app.addHook('preHandler', (request, reply, done) => {
    const { status } = request.routeOptions.config;
    if (status !== undefined) reply.code(status);
    done();
  });
}

function refuseUnusableAddresses(app: App): void {
  app.addHook('onRequest', async request => {
    const [path = '', query = ''] = request.url.split('?', 2);
    if (path.includes('%00')) throw domainError('not_found', 'requests.no_page');
    if (query.includes('%00')) throw domainError('request_invalid', 'requests.nul_parameter');
    const { host } = request.headers;
    if (host === undefined && request.raw.httpVersion === '1.1')
      throw domainError('request_invalid', 'requests.host_missing');
    const hosts = request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name));
    if (hosts.length > 1) throw domainError('request_invalid', 'requests.host_twice');
  });
}

function answerBrokenHttp(error: NodeJS.ErrnoException, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseSlowness(socket);
  else if (error.code === 'HPE_HEADER_OVERFLOW')
    refuse(socket, '431 Request Header Fields Too Large', sentence('requests.header_too_large'));
  else refuse(socket, '400 Bad Request', sentence('requests.no_http'));
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The patterns of the API's routes. */
    known_paths: ReadonlySet<string>;
  }
}
