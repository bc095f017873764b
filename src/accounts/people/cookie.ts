import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DomainError, domainError } from '../../platform/errors.ts';

/** Where the browser's cookie is valid: the installation it belongs to, and its address. */
export type Place = { installation_id: string; base_url: string };

/** Returns a new token of 256 random bits, and what is stored for it. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Reads the session token that the request carries. */
export function readCookie(request: Pick<FastifyRequest, 'headers'>, place: Place): string | undefined {
  const token = readNamedCookie(request, place);
  return token && /^[\w-]{43}$/.test(token) ? token : undefined;
}

/** Reads what the browser has kept under this name; without a name, the token of its session. */
export function readNamedCookie(
  { headers }: Pick<FastifyRequest, 'headers'>,
  place: Place,
  name?: string,
): string | undefined {
  const start = `${nameOf(place, name)}=`;
  const cookie = headers.cookie?.split(';').find(part => part.trim().startsWith(start));
  return cookie?.trim().slice(start.length);
}

/** Gives the browser the token for this many seconds; 0 removes it. */
export function setCookie(reply: FastifyReply, place: Place, token: string, seconds: number): void {
  giveCookie(reply, place, undefined, token, seconds);
}

/** Lets the browser keep a value under this name; without a name, as the token of its session. */
export function giveCookie(
  reply: FastifyReply,
  place: Place,
  name: string | undefined,
  value: string,
  seconds: number,
  same_site: 'Strict' | 'Lax' = 'Strict',
): void {
  const secure = isSecure(place) ? '; Secure' : '';
  reply.header(
    'Set-Cookie',
    `${nameOf(place, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${same_site}${secure}`,
  );
}

export function dropCookie(reply: FastifyReply, place: Place, name: string): void {
  giveCookie(reply, place, name, '', 0);
}

/**
 * Throws `forbidden` for a request that another site makes the browser send. Browsers name the origin of a request in
 * Sec-Fetch-Site, except on a local network without TLS; there Origin must be ours if it is present.
 */
export function refuseOtherSites({ headers }: Pick<FastifyRequest, 'headers'>, { base_url }: Place): void {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw otherSite(String(site));
  if (site !== undefined || origin === undefined) return;
  if (origin === new URL(base_url).origin || URL.parse(origin)?.host === host) return;
  throw otherSite('cross-site');
}

function otherSite(site: string): DomainError {
  return domainError('forbidden', 'people.other_site', { site });
}

/** Cookies ignore ports: the name keeps the cookies of two installations on one machine apart. */
function nameOf(place: Place, part?: string): string {
  const name = ['postrider', place.installation_id.slice(0, 8), ...(part === undefined ? [] : [part])].join(
    '_',
  );
  return isSecure(place) ? `__Host-${name}` : name;
}

function isSecure({ base_url }: Place): boolean {
  return base_url.startsWith('https:');
}
