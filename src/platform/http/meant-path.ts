import { nearest } from '../nearest.ts';

const mostSegments = 8;

/**
 * Returns the address of the API that was probably meant by a path that does not exist: `/v1/subscribers` for `/api/v1/subscriber`;
 * undefined if none is similar. `patterns` are those of the routes, such as `/v1/emails/:id`.
 */
export function meantPath(path: string, patterns: Iterable<string>): string | undefined {
  const segments = path
    .replace(/\/{2,}/g, '/')
    .replace(/^\/api(?=\/)/, '')
    .replace(/^\/v\d+(?:\.\d+)*(?=\/)/, '')
    .replace(/\/$/, '')
    .split('/')
    .slice(1);
  if (segments.length === 0 || segments.length > mostSegments) return undefined;
  const [best] = Array.from(patterns)
    .flatMap(pattern => liken(segments, pattern.split('/').slice(2)) ?? [])
    .sort((a, b) => a.distance - b.distance);
  return best && best.path !== path ? best.path : undefined;
}

/** Returns the path that follows the pattern, and how many segments differ. A parameter counts as half a difference. */
function liken(segments: string[], pattern: string[]): { path: string; distance: number } | undefined {
  if (segments.length !== pattern.length) return undefined;
  let distance = 0;
  const meant: string[] = [];
  for (const [at, segment] of segments.entries()) {
    const wanted = pattern[at]!;
    const isParameter = wanted.startsWith(':');
    const word = isParameter ? segment : nearest(segment.replaceAll('-', '_'), [wanted]);
    if (word === undefined) return undefined;
    if (isParameter) distance += 0.5;
    else if (word !== segment) distance += 1;
    meant.push(word);
  }
  return { path: `/v1/${meant.join('/')}`, distance };
}
