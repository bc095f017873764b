import type { FastifyRequest } from 'fastify';

/** Returns the pattern of the route that serves a request, such as `/:username/archive/:slug`; `(none)` if there is none. */
export function routeOf({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): string {
  const { url } = routeOptions ?? {};
  return url === undefined ? '(none)' : withoutConditions(url);
}

/** Returns the address of a route as the OpenAPI document writes it: `/v1/emails/{id}` for `/v1/emails/:id`. */
export function addressOf(url: string): string {
  return withoutConditions(url).replace(/:(\w+)/g, '{$1}');
}

/** Removes the regular expressions, in brackets, that restrict parameters. */
function withoutConditions(pattern: string): string {
  let depth = 0;
  let kept = '';
  for (const character of pattern) {
    if (character === '(') depth += 1;
    if (depth === 0) kept += character;
    if (character === ')') depth -= 1;
  }
  return kept;
}
