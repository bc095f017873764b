import { isDeepStrictEqual } from 'node:util';
import type { FastifyContextConfig } from 'fastify';
import { z } from 'zod';
import { errorBody } from './errors.ts';

/** The parts of a route that the document and the hooks need. Everything else about the route is in its `config`. */
type Operation = FastifyContextConfig & {
  summary: string;
  description?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** How callers identify themselves, if not in the way that the document says for all. */
  security?: readonly [];
  consumes?: readonly string[];
  produces?: readonly string[];
  /** The schema of a 200, or schemas by status. Without it, the answer is a 204. */
  answers?: z.ZodType | Answers;
  /**
   * Refusals that do not follow from the rest. These do: 400 for refused input, 401 for a caller, 403 for access to an area, 404 for things
   * that `params` name, 413 and 415 for the size and type of a `body`, and 429 for too many requests.
   */
  fails?: readonly Refusal[];
};

type Refusal = 400 | 401 | 403 | 404 | 409 | 410 | 412 | 413 | 415 | 416 | 429 | 503 | 507;
type Answers = Readonly<Record<number, z.ZodType>>;

/** The answers of an operation by status, in the form in which its handler may return them. */
type AnswersOf<O extends Operation> = O extends { answers: infer Given }
  ? Given extends z.ZodType
    ? { 200: Given }
    : Given
  : { 204: z.ZodVoid };

/** An operation in the form that Fastify takes between the address and the handler. */
type Route<O extends Operation> = {
  config: FastifyContextConfig;
  schema: {
    params: O extends { params: infer Params } ? Params : undefined;
    querystring: O extends { query: infer Query } ? Query : undefined;
    body: O extends { body: infer Body } ? Body : undefined;
    response: AnswersOf<O> & Omit<Record<Refusal, typeof errorBody>, keyof AnswersOf<O>>;
  };
};

/**
 * Returns the operations of a section of the API document, for `app.get('/v1/things', api.list, handler)`. A handler returns its answer;
 * the status is set before it runs, unless the operation has several.
 */
export function operations<const Operations extends Readonly<Record<string, Operation>>>(
  section: string,
  given: Operations,
): { [Name in keyof Operations]: Route<Operations[Name]> } {
  const routes = Object.entries(given).map(([name, operation]) => [name, routeOf(section, operation)]);
  return Object.fromEntries(routes);
}

function routeOf(section: string, operation: Operation) {
  const { answers, fails: _, summary, description, security, consumes, produces, ...others } = operation;
  const { params, query, body, ...config } = others;
  const response = answers instanceof z.ZodType ? { 200: answers } : (answers ?? { 204: z.void() });
  const statuses = Object.keys(response).filter(status => status < '300');
  return {
    config: { ...config, ...(statuses.length === 1 && { status: Number(statuses[0]) }) },
    schema: {
      tags: [section],
      summary,
      description,
      security,
      consumes,
      produces,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { ...refusalsOf(operation), ...response },
    },
  };
}

function refusalsOf({ access = 'public', params, query, body, rateLimit, fails = [] }: Operation) {
  const statuses = [
    ...(query || body ? [400] : []),
    ...(access === 'public' ? [] : [401]),
    ...(access === 'public' || isDeepStrictEqual(access, {}) ? [] : [403]),
    ...(params ? [404] : []),
    ...(body ? [413, 415] : []),
    ...(rateLimit === false ? [] : [429]),
    ...fails,
  ];
  return Object.fromEntries(statuses.map(status => [status, errorBody]));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation only reads, and a replica may answer it: changes by others within the last seconds may be missing. */
    may_lag?: true;
    /** The status of the answer that the handler returns. */
    status?: number;
  }
}
