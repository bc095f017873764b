import type { FastifyError, FastifyRequest } from 'fastify';
import { DomainError, errorStatus } from '../errors.ts';
import { handleError } from './errors.ts';
import type { Pages } from './public-pages.ts';
import { routeOf } from './route.ts';

/** Paths for programs, whatever they claim to accept. */
const programPaths = /^\/(?:v1|docs|inbox|dashboard\/session|healthz|readyz|metrics)(?:[/?]|$)/;

/** Whether the request comes from a person with a browser. */
function wantsPage({ headers, url }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true && !programPaths.test(url);
}

/**
 * Answers every failure in a browser with a page; programs get the error body. `findValues` finds the newsletter to which the address
 * belongs, and the page speaks its language. It is not called if something failed here, such as the database.
 */
export function failuresInPages(
  pages: Pages,
  findValues: (path: string) => Promise<Record<string, unknown>>,
): typeof handleError {
  return (error, request, reply) => {
    if (!wantsPage(request)) return handleError(error, request, reply);
    const status = statusOf(error);
    if (status >= 500) request.log.error({ err: error, route: routeOf(request) }, 'unexpected failure');
    const show = (values: Record<string, unknown>) =>
      pages.show(reply, status, 'failure', { ...values, status, request_id: request.id });
    if (status < 500)
      findValues(request.url)
        .catch(() => ({}))
        .then(show);
    else show({});
  };
}

function statusOf(error: FastifyError | Error): number {
  if (error instanceof DomainError) return errorStatus[error.code];
  return ('statusCode' in error && error.statusCode) || 500;
}
