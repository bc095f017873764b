import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { minute_ms } from '../../platform/durations.ts';
import {
  bytesOfId,
  hmac,
  idBytes,
  idOfBytes,
  mac,
  readToken,
  type Secret,
  signToken,
} from '../../platform/secrets/signed-tokens.ts';
import { dropCookie, giveCookie, type Place, readNamedCookie } from '../people/cookie.ts';

/** The intents of a person: to sign in, to prove who they are, or to connect the account with theirs here. */
export const intents = ['sign_in', 'prove', 'connect'] as const;
export type Intent = (typeof intents)[number];

/** A sign-in that has begun at the provider: the secrets that only this browser and we know, and what goes with them. */
export type Begun = {
  intent: Intent;
  /** The session in which it began, for `connect`; empty otherwise. */
  session_id: string;
  state: string;
  nonce: string;
  /** The code verifier of PKCE (RFC 7636 §4.1). */
  verifier: string;
};

export const goodFor = 10 * minute_ms;
const timeBytes = 6;
const randomLength = 24;
const noId = Buffer.alloc(idBytes);
const bytes = timeBytes + 1 + idBytes + randomLength;

type Context = { secret: Secret; clock: () => Date; place: Place };

/**
 * Gives the browser a signed token for ten minutes, from which state, nonce and verifier follow. So the cookie itself holds none of
 * them, and nothing is stored. Each sign-in has a cookie of its own, so that two tabs do not disturb each other.
 */
export function begin(
  { secret, clock, place }: Context,
  reply: FastifyReply,
  { intent, session_id = '' }: { intent: Intent; session_id?: string },
): Begun {
  const until = Buffer.alloc(timeBytes);
  until.writeUIntBE(clock().getTime() + goodFor, 0, timeBytes);
  const session = session_id === '' ? noId : bytesOfId(session_id);
  const parts = [until, Buffer.from([intents.indexOf(intent)]), session, randomBytes(randomLength)];
  const token = signToken(secret, 'sign-on', Buffer.concat(parts));
  const begun = { intent, session_id, ...followFrom(secret, token) };
  giveCookie(reply, place, cookieOf(begun.state), token, goodFor / 1000);
  return begun;
}

/**
 * Returns the sign-in that this browser has begun with the state; undefined if it has begun none, or too long ago. The cookie is removed.
 */
export function takeBegun(
  { secret, clock, place }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
): Begun | undefined {
  if (!/^[\w-]{22}$/.test(state)) return undefined;
  const token = readNamedCookie(request, place, cookieOf(state));
  const payload = token && readToken(secret, 'sign-on', token, bytes);
  if (!payload) return undefined;
  dropCookie(reply, place, cookieOf(state));
  const intent = intents[payload[timeBytes]!];
  const followed = followFrom(secret, token);
  if (!intent || followed.state !== state || payload.readUIntBE(0, timeBytes) <= clock().getTime())
    return undefined;
  const session = payload.subarray(timeBytes + 1, timeBytes + 1 + idBytes);
  return { intent, session_id: session.equals(noId) ? '' : idOfBytes(session), ...followed };
}

function followFrom(secret: Secret, token: string): Pick<Begun, 'state' | 'nonce' | 'verifier'> {
  const text = Buffer.from(token);
  return {
    state: mac(secret, 'state of sign-on', text).toString('base64url'),
    nonce: mac(secret, 'nonce of sign-on', text).toString('base64url'),
    verifier: hmac(secret[0], text, 'verifier of sign-on').toString('base64url'),
  };
}

function cookieOf(state: string): string {
  return `sign_on_${state.slice(0, 8)}`;
}
