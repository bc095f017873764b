import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors.ts';
import { isId } from '../ids.ts';
import { readSentence, sentence } from '../sentences/sentence.ts';
import { unknownFields } from './body-fields.ts';

const exampleId = '0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60';
const longestShown = 100;

/** Explains the fault of the field at this path of the body, or of the body as a whole. */
export function explainInput(path: readonly string[], message: string, request: FastifyRequest): string {
  const { body } = request;
  if (path.length > 0) return `${path.join('.')}: ${explainMissing(path, message, request) ?? message}`;
  if (typeof body === 'string') return sentence('requests.body_encoded_twice');
  return sentence('requests.body_wrong', { reason: message });
}

/** Explains why a required field may be missing although the client believes that it has sent it. */
function explainMissing(
  path: readonly string[],
  message: string,
  { body, headers, routeOptions }: FastifyRequest,
): string | undefined {
  const isMissing = [sentence('input.required'), sentence('input.address_required')].includes(message);
  if (!isMissing || path.length > 1 || !routeOptions.schema?.body) return undefined;
  const isEmpty = headers['transfer-encoding'] === undefined && !Number(headers['content-length']);
  if (isEmpty) return sentence('input.required_no_body');
  const [given] = unknownFields(routeOptions.schema.body, body);
  return given === undefined
    ? undefined
    : sentence('input.required_unlike', { given: given.slice(0, longestShown) });
}

/** Adds a hint about what the caller may have confused: the address of the API, an id, or the key. */
export function hintAtCause(error: DomainError, request: FastifyRequest): DomainError {
  if (error.code !== 'not_found' && error.code !== 'method_not_allowed') return error;
  const detail = hintAtVersion(request) ?? hintAtIdentifier(error, request);
  return detail === undefined ? error : new DomainError(error.code, detail, error.metadata);
}

/** Returns a hint if the address exists under /v1. */
function hintAtVersion({ url, server }: FastifyRequest): string | undefined {
  const path = url.split('?')[0]!;
  const meant = `/v1${path}`;
  if (path.startsWith('/v1/') || path.includes('*')) return undefined;
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  if (!methods.some(method => server.findRoute({ method, url: meant }) !== null)) return undefined;
  return sentence('requests.under_v1', { path, meant });
}

/** Returns a hint if the address contains something other than an id, or if the key belongs to another newsletter. */
function hintAtIdentifier(error: DomainError, request: FastifyRequest): string | undefined {
  const said = readSentence(error.detail);
  if (said?.code !== 'requests.not_found') return undefined;
  const what = String(said.values.what);
  const params = Object.entries((request.params ?? {}) as Record<string, string>);
  const [, given] = params.find(([name, value]) => /^id$|_id$/.test(name) && !isId(value)) ?? [];
  if (given !== undefined)
    return sentence('requests.not_an_id', { what, given: given.slice(0, longestShown), example: exampleId });
  const { key_of: username } = request;
  return username ? sentence('requests.not_found_with_key', { what, username }) : undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The username of the newsletter whose API key the request was admitted with. */
    key_of: string | null;
  }
}
