import type { FastifyInstance } from 'fastify';

/** Lets the routes of this scope take what a page's form posts: their body is then URLSearchParams, of at most 10 kB. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 10_000 },
    (_, text, done) => done(null, new URLSearchParams(text.toString())),
  );
}
