import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './server.ts';

/** Encodings by their names in HTTP, the best first, with the suffix of the ETag and the compression of pages. */
const encodings = {
  br: {
    suffix: '.br',
    compress: (body: Buffer) =>
      promisify(brotliCompress)(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      }),
  },
  gzip: { suffix: '.gz', compress: (body: Buffer) => promisify(gzip)(body, { level: 6 }) },
} as const;
type Encoding = keyof typeof encodings;

/** The smallest body that is compressed. Below this, headers and packets are most of an answer. */
const leastBytes = 1400;
const texts = /^(?:text\/|application\/(?:json|feed\+json|rss\+xml|xml|javascript)|image\/svg)/;

const kept = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

/** Returns the encoding for a body of this type and size, for a client that accepts these encodings; undefined if it is sent as it is. */
export function encodingFor(
  accepted: string | string[] | undefined,
  type: string | undefined,
  size: number,
): Encoding | undefined {
  if (accepted === undefined || size < leastBytes || !texts.test(type ?? '')) return undefined;
  const names = accepts(accepted);
  return (Object.keys(encodings) as Encoding[]).find(encoding => names.includes(encoding));
}

/** Returns the encodings in an Accept-Encoding, without those that it refuses (RFC 9110 §12.5.3). */
function accepts(header: string | string[] = ''): string[] {
  return [header]
    .flat()
    .join(',')
    .split(',')
    .filter(part => !/;\s*q=0(?:\.0*)?\s*$/i.test(part))
    .map(part => part.split(';')[0]!.trim().toLowerCase());
}

/** Returns the ETag of a body in this encoding. */
export function tagIn(encoding: Encoding, etag: string): string {
  return etag.replace(/"$/, `${encodings[encoding].suffix}"`);
}

/** Returns the ETag of the body without an encoding. */
export function plainTag(etag: string): string {
  return etag.replace(/\.(?:br|gz)"$/, '"');
}

/** Returns the body in this encoding. It is compressed once, and kept as long as somebody keeps the body. */
export function compressed(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const forms = kept.get(body) ?? new Map<Encoding, Promise<Buffer>>();
  kept.set(body, forms);
  const form = forms.get(encoding) ?? encodings[encoding].compress(body);
  forms.set(encoding, form);
  return form;
}

/** The smallest answer of the API that is compressed: shorter ones are not worth the time. */
const leastOfApi = 10_000;

/**
 * Compresses long answers of the API to programs that use a key. Answers to people in the dashboard stay as they are: they may have secrets
 * next to words from the address, so their length would reveal the secrets to others who can make a browser send requests (BREACH).
 */
export function compressAnswers(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isWorthIt(request, reply, payload)) return done(null, payload);
    reply.removeHeader('content-length').headers({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
    gzip(payload, { level: 1 }, done);
  });
}

function isWorthIt(request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string {
  if (typeof payload !== 'string' || payload.length < leastOfApi || request.method !== 'GET') return false;
  const { authorization, cookie, 'accept-encoding': accepted } = request.headers;
  if (authorization === undefined || cookie !== undefined || !accepts(accepted).includes('gzip'))
    return false;
  // A version that a client names in If-Match must be the same in every encoding.
  return !reply.hasHeader('etag') && texts.test(String(reply.getHeader('content-type') ?? ''));
}
