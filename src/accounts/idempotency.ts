import { createHash, type Hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { DomainError, domainError, errorStatus } from '../platform/errors.ts';
import { toErrorBody } from '../platform/http/errors.ts';
import type { App } from '../platform/http/server.ts';
import { findAnswered, lockIdempotencyKey, recordAnswer } from './answer-queries.ts';

/**
 * Performs a POST with an `Idempotency-Key` once: its change and its response are written in one transaction, and
 * repeating the request returns that response for 24 hours. Also gives every request its `db`: that transaction, or the
 * pool.
 */
export function answerOnce(app: App, db: Database): void {
  app.decorateRequest('db');
  app.addHook('onRequest', async request => {
    request.db = db;
  });
  app.addHook('onRoute', route => {
    if (route.method !== 'POST' || route.config?.access === undefined || route.config.access === 'public')
      return;
    const handler = route.handler;
    route.handler = function (this: unknown, request: FastifyRequest, reply: FastifyReply) {
      const key = idempotencyKey(request);
      const handle = async () => (handler as RouteHandlerMethod).call(this as never, request, reply);
      return key === undefined ? handle() : replay(db, key, request, reply, handle);
    };
  });
}

/** The fields of a response that hold secrets, with the values that a replay has instead. */
type SecretFields = Readonly<Record<string, '' | '***' | readonly string[]>>;
type Answer = { response_status: number; response_body: string };

async function replay(
  db: Database,
  idempotency_key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: () => Promise<unknown>,
) {
  const { newsletter, by } = request.caller;
  const repeated = { newsletter_key: newsletter.key, caller: by, idempotency_key };
  const request_hash = hashRequest(request);
  const answer = await db.transaction().execute(async trx => {
    if (!(await lockIdempotencyKey(trx, repeated))) {
      throw domainError('idempotency_key_in_progress', 'requests.key_in_progress');
    }
    const earlier = await findAnswered(trx, repeated);
    if (earlier) return sameRequest(earlier, request_hash);
    request.db = trx;
    const given = await answerInSavepoint(trx, reply, handle);
    const response_body = withoutSecrets(given, request.routeOptions.config.secret_fields);
    // A refusal for an outdated version is not kept, so that the request may be repeated with the current version.
    if (given.response_status !== 412)
      await recordAnswer(trx, { ...repeated, request_hash, ...given, response_body });
    return given;
  });
  return reply
    .code(answer.response_status)
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(answer.response_body);
}

function sameRequest(earlier: Answer & { request_hash: Buffer }, request_hash: Buffer): Answer {
  if (earlier.request_hash.equals(request_hash)) return earlier;
  throw domainError('idempotency_key_reused', 'requests.key_reused');
}

/** The handler's response. A refusal (4xx) rolls back what the handler did, but is replayed like any other response. */
async function answerInSavepoint(
  trx: Database,
  reply: FastifyReply,
  handle: () => Promise<unknown>,
): Promise<Answer> {
  await sql`savepoint handler`.execute(trx);
  try {
    const payload = await handle();
    return { response_status: reply.statusCode, response_body: reply.serialize(payload).toString() };
  } catch (error) {
    const status = error instanceof DomainError ? errorStatus[error.code] : 500;
    if (!(error instanceof DomainError) || status >= 500 || status === 409 || status === 429) throw error;
    await sql`rollback to savepoint handler`.execute(trx);
    return { response_status: status, response_body: JSON.stringify(toErrorBody(error)) };
  }
}

/** Returns the answer that is kept for replays. Secrets in the response, at whatever depth, are shown once and never stored. */
function withoutSecrets({ response_status, response_body }: Answer, secrets: SecretFields = {}): string {
  if (Object.keys(secrets).length === 0 || response_status >= 400) return response_body;
  const hide = (name: string, value: unknown) =>
    value && Object.hasOwn(secrets, name) ? secrets[name] : value;
  return JSON.stringify(JSON.parse(response_body, hide));
}

function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'] ?? headers['x-idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key === 'string' && key.length <= 200) return key;
  throw domainError('request_invalid', 'requests.key_too_long');
}

function hashRequest({ method, url, body }: FastifyRequest): Buffer {
  return sha256(JSON.stringify([method, url, body], digestBytes)).digest();
}

/** An uploaded file is represented by its digest: as JSON it would be a list of millions of numbers. */
function digestBytes(_name: string, value: unknown): unknown {
  return value instanceof Uint8Array ? sha256(value).digest('hex') : value;
}

function sha256(data: string | Uint8Array): Hash {
  return createHash('sha256').update(data);
}

declare module 'fastify' {
  interface FastifyRequest {
    db: Database;
  }
  interface FastifyContextConfig {
    secret_fields?: SecretFields;
  }
}
