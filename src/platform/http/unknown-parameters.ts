import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError, domainError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import { sentence } from '../sentences/sentence.ts';
import type { App } from './server.ts';

/**
 * Makes lists refuse parameters that they do not know, because a misspelt filter would return everything. Parameters that would filter if
 * we implemented them are refused everywhere, by name; `filters` lists these by route address. `ignored` lists parameters that clients send
 * and that change nothing here.
 */
export function refuseUnknownParameters(
  app: App,
  { filters, ignored }: Record<'filters' | 'ignored', Readonly<Record<string, readonly string[]>>>,
): void {
  app.addHook('preValidation', async request => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const { url = '' } = request.routeOptions;
    const known = knownParameters(request);
    const accepted = [...known, ...(ignored[url] ?? [])];
    if (isList(request) && hasBody(request))
      throw domainError('request_invalid', 'requests.get_with_body', { example: `${url}?page=1` });
    for (const name of Object.keys(request.query as object)) {
      if (accepted.includes(name)) continue;
      const filter = name.replace(/^-/, '');
      if ([...known, ...(filters[url] ?? [])].some(word => word === name || word === filter))
        throw domainError('filter_unsupported', 'requests.filter_unsupported', { name });
      if (isList(request)) throw unknown(name.slice(0, 100), known);
    }
  });
}

/** Whether the request has a body with content. Some programs send `{}` with everything. */
function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 2;
}

/** The names of these parameters in other APIs. */
const elsewhere: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['limit', 'per_page', 'size', 'count'].map(name => [name, 'page_size'])),
  ...Object.fromEntries(['offset', 'skip', 'start', 'after'].map(name => [name, 'page'])),
  ...Object.fromEntries(['sort', 'sort_by', 'order', 'order_by'].map(name => [name, 'ordering'])),
  ...Object.fromEntries(['q', 'query'].map(name => [name, 'search'])),
};

function unknown(name: string, known: readonly string[]): DomainError {
  if (known.length === 0) return domainError('request_invalid', 'requests.no_parameters', { name });
  const [start = ''] = name.split(/\W|__/, 1); // such as metadata of metadata['plan']
  const other = Object.hasOwn(elsewhere, name) ? elsewhere[name]! : '';
  const meant = known.includes(other) ? other : (nearest(name, known) ?? nearest(start, known));
  return new DomainError(
    'request_invalid',
    meant === undefined
      ? sentence('requests.unknown_parameter', { name })
      : sentence('requests.unknown_parameter_meant', { name, meant }),
  );
}

function knownParameters({ routeOptions }: FastifyRequest): string[] {
  const querystring = routeOptions.schema?.querystring;
  return querystring instanceof z.ZodObject ? Object.keys(querystring.shape) : [];
}

/** Whether the route answers with a list, by the schema of its response: a page, the entries of a period, or rows of text. */
function isList({ routeOptions }: FastifyRequest): boolean {
  const { response, produces } = routeOptions.schema ?? {};
  const { 200: answer } = (response ?? {}) as Record<number, unknown>;
  const isPage = answer instanceof z.ZodObject && ('results' in answer.shape || 'entries' in answer.shape);
  return isPage || (produces ?? []).some(type => /^(text\/csv|application\/x-ndjson)\b/.test(type));
}
