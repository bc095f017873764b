import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { DomainError, domainError, type ErrorCode, errorStatus } from '../errors.ts';
import '../issues.ts';
import { sentenceSchema } from '../sentences/schema.ts';
import { readSentence, sentence } from '../sentences/sentence.ts';
import { explainInput, hintAtCause } from './remedies.ts';
import { routeOf } from './route.ts';

/** The body of every error response. */
export const errorBody = z
  .object({
    code: z.string().describe('Error code, for programs'),
    detail: z.string().describe('What went wrong and what to do, for people'),
    detail_sentence: sentenceSchema,
    field: z.string().optional().describe('The field that it is about; the detail begins with it'),
    metadata: z.record(z.string(), z.string()).optional().describe('Identifiers of the objects involved'),
  })
  .meta({ id: 'Error' });

/** Input that breaks a formal rule. The route declares the error code of the field (`config.codes`). */
export class InputError extends Error {
  readonly path: readonly string[];

  constructor(path: readonly string[], message: string) {
    super(message);
    this.path = path;
  }
}

/** Returns the input as the schema reads it. Throws an InputError about the first field that breaks a rule. */
export function readInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(input);
  if (!error) return data;
  const { path, message } = error.issues[0]!;
  throw new InputError(path.map(String), message);
}

/** Sends any error in the one shape of all errors. Unforeseen errors are logged and reveal nothing. */
export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const translated = translate(error, request);
  const known = translated && hintAtCause(translated, request);
  if (!known) request.log.error({ err: error, route: routeOf(request) }, 'unexpected failure');
  sendError(reply, known ?? domainError('internal_error', 'requests.internal_error', { id: request.id }));
}

/** How soon a client may try again: a standby takes over within seconds. */
const retrySeconds = 2;

function sendError(reply: FastifyReply, error: DomainError): void {
  if (errorStatus[error.code] === 401) reply.header('WWW-Authenticate', 'Token');
  if (error.code === 'not_ready') reply.header('Retry-After', String(retrySeconds));
  reply
    .header('Cache-Control', 'no-store') // headers set by the route were meant for its own response
    .code(errorStatus[error.code])
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8')
    .send(toErrorBody(error));
}

export function toErrorBody({ code, detail, metadata }: DomainError): z.output<typeof errorBody> {
  const [, field, rest] = /^([a-z_]+(?:\.\w+)*): (.+)$/s.exec(detail) ?? [];
  const said = readSentence(detail) ?? (rest === undefined ? null : readSentence(rest));
  return {
    code,
    detail,
    ...(said && { detail_sentence: said }),
    ...(field !== undefined && { field }),
    ...(metadata && { metadata }),
  };
}

function translate(error: FastifyError | Error, request: FastifyRequest): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (error instanceof InputError) return inputFailure(error.path, error.message, request);
  if (hasZodFastifySchemaValidationErrors(error)) {
    const { instancePath, message } = error.validation[0]!;
    return inputFailure(
      instancePath.split('/').filter(Boolean),
      message ?? sentence('input.not_valid'),
      request,
    );
  }
  if ('statusCode' in error && error.statusCode) return httpFailure(error.statusCode, error, request);
  return undefined;
}

function inputFailure(path: readonly string[], message: string, request: FastifyRequest): DomainError {
  const { codes } = request.routeOptions.config;
  const [field] = path;
  const code = (field === undefined ? undefined : (codes?.[field] ?? codes?.['*'])) ?? 'request_invalid';
  return new DomainError(code, explainInput(path, message, request));
}

function httpFailure(
  status: number,
  { code, message }: FastifyError,
  request: FastifyRequest,
): DomainError | undefined {
  if (code === 'FST_ERR_BAD_URL') return domainError('request_invalid', 'requests.bad_address');
  switch (status) {
    case 413:
      return domainError('payload_too_large', 'requests.body_too_large');
    case 415:
      return domainError('media_type_unsupported', 'requests.json_needed', {
        given: request.headers['content-type'] ?? 'no content type',
      });
    case 414:
    case 404:
      return domainError('not_found', 'requests.no_page');
    default:
      return status < 500 ? new DomainError('request_invalid', message) : undefined;
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The error code of each body field for which the API has a specific one; `*` stands for all others. */
    codes?: Readonly<Record<string, ErrorCode>>;
  }
}
