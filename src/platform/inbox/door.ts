import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { domainError } from '../errors.ts';
import { isSameSecret } from '../secrets/same-secret.ts';
import { mac, type Secret } from '../secrets/signed-tokens.ts';

/** The mail that a request may read: that of these owners, or everybody's. */
export type Sight = { owners: string[] | undefined };

/** The wish of a request: to read mail, or to delete it as well. */
export type Level = 'read' | 'write';

export type Door = {
  /** The token that opens the whole inbox to anybody who has it. */
  token: string;
  /** For a request with an Authorization header: returns the mail that its key reaches at this level. Throws if the key may not. */
  readKey(request: FastifyRequest, level: Level): Promise<Sight>;
  /** For a browser: returns the mail that the signed-in person reaches; undefined if nobody is signed in. */
  readPerson(request: FastifyRequest, reply: FastifyReply, level: Level): Promise<Sight | undefined>;
  /** Whether the cookie is sent only over TLS. */
  secure: boolean;
};

const days = 30;

/** Returns the token of this installation's inbox. It stays the same as long as the installation's secret does. */
export function inboxToken(secret: Secret): string {
  return mac(secret, 'inbox', Buffer.alloc(0)).toString('base64url');
}

/** Returns the address that opens the inbox in a browser. */
export function inboxLink(base_url: string, secret: Secret): string {
  return `${base_url}/inbox?token=${inboxToken(secret)}`;
}

/**
 * Returns the mail that the request may read or delete, according to its key, its cookie or its session. Throws `authentication_missing` if
 * it has none that is valid.
 */
export async function enter(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  level: Level,
): Promise<Sight> {
  const { authorization, cookie } = request.headers;
  if (authorization) return door.readKey(request, level);
  const given = readCookies(cookie, nameOf(door));
  if (given.some(value => isSameSecret(value, door.token))) return { owners: undefined };
  const seen = await door.readPerson(request, reply, level);
  if (seen) return seen;
  throw domainError('authentication_missing', 'people.inbox_closed');
}

/** Sets the cookie for a browser that brings the token. Returns false for any other token. */
export function admit(door: Door, reply: FastifyReply, token: string): boolean {
  if (!isSameSecret(token, door.token)) return false;
  const secure = door.secure ? '; Secure' : '';
  reply.header(
    'Set-Cookie',
    // The cookie is Lax, because Strict would lose it on the redirect from the link to the clean address.
    `${nameOf(door)}=${token}; Path=/inbox; Max-Age=${days * 86_400}; HttpOnly; SameSite=Lax${secure}`,
  );
  return true;
}

/**
 * Returns the name of the cookie. Each installation has its own, because cookies ignore ports and several installations may share one
 * machine.
 */
function nameOf({ token }: Door): string {
  return `inbox_${hash('sha256', token).slice(0, 8)}`;
}

function readCookies(header: string | undefined, name: string): string[] {
  const parts = header?.split(';').map(part => part.trim()) ?? [];
  return parts.filter(part => part.startsWith(`${name}=`)).map(part => part.slice(name.length + 1));
}
