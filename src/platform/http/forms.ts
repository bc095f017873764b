import type { FastifyInstance, FastifyRequest } from 'fastify';
import { domainError } from '../errors.ts';

const bodyLimit = 10_000;
/** The limit for multipart/form-data, in which each field adds some 100 bytes. */
const multipartLimit = 20_000;

/** Lets the routes of this scope accept form posts: their body is then URLSearchParams, of at most 10 kB or this many bytes. */
export function acceptForms(scope: FastifyInstance, limit = bodyLimit): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: limit },
    (_, text, done) => done(null, new URLSearchParams(text.toString())),
  );
}

/** Does the same for multipart forms, which scripts send with FormData, of at most 20 kB. Files are ignored. */
export function acceptMultipartForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: multipartLimit },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => {
        throw domainError('request_invalid', 'requests.form_unreadable');
      });
      return new URLSearchParams([...form].filter(([, value]) => typeof value === 'string') as string[][]);
    },
  );
}
