import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Content ready to be sent; `etag` is derived from its bytes. */
export type Made = { body: Buffer; etag: string; headers: Record<string, string> };

export function make(content: string | Buffer, headers: Record<string, string>): Made {
  const body = Buffer.from(content);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag, headers: { ...headers, ETag: etag } };
}

/** Sends it, or 304 if the client has it already (RFC 9110 §13.1.2). */
export function sendMade(request: FastifyRequest, reply: FastifyReply, made: Made): FastifyReply {
  reply.headers(made.headers);
  if (isKnown(request.headers['if-none-match'], made.etag)) return reply.code(304).send();
  return reply.send(made.body);
}

function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some(part => ['*', etag].includes(part.trim().replace(/^W\//, '')));
}
