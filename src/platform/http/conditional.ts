import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { domainError } from '../errors.ts';
import { compressed, encodingFor, plainTag, tagIn } from './compressed.ts';

/** Content ready to be sent; `etag` is derived from its bytes. */
export type Made = { body: Buffer; etag: string; headers: Record<string, string> };

export function make(content: string | Buffer, headers: Record<string, string>): Made {
  const body = Buffer.from(content);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag, headers: { ...headers, ETag: etag } };
}

/**
 * Sends the content, compressed if the client accepts that, or 304 if the client has it already (RFC 9110 §13.1.2). The content is the same
 * for everybody, so its length reveals nothing.
 */
export async function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, headers }: Made,
): Promise<FastifyReply> {
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers;
  const encoding = encodingFor(accepted, headers['Content-Type'], body.length);
  const vary = [headers.Vary ?? reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ');
  reply.headers({ ...headers, Vary: vary, ...(encoding && { ETag: tagIn(encoding, etag) }) });
  if (isKnown(known, etag)) return reply.code(304).send();
  if (!encoding) return reply.send(body);
  const form = await compressed(body, encoding);
  return reply.header('Content-Encoding', encoding).send(form);
}

function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some(part => ['*', etag].includes(plainTag(part.trim().replace(/^W\//, ''))));
}

/** The versions for which a request is meant: any, or one of these strong entity tags, in their quotes. */
export type DemandedTags = '*' | readonly string[];

const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/**
 * Reads `If-Match` (RFC 9110 §13.1.1); undefined without the header. Weak tags never match, so they are left out. Throws
 * `request_invalid` for anything else: a client that meant a version must not overwrite another.
 */
export function readIfMatch({ headers }: Pick<FastifyRequest, 'headers'>): DemandedTags | undefined {
  const header = headers['if-match'];
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  const given = header.match(entityTag) ?? [];
  const members = header.replace(entityTag, '\0').split(',');
  if (given.length === 0 || !members.every(member => ['', '\0'].includes(member.trim())))
    throw domainError('request_invalid', 'requests.if_match_wrong');
  return given.filter(tag => !tag.startsWith('W/'));
}
