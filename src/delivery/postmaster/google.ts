import { createSign } from 'node:crypto';
import { z } from 'zod';
import { day_ms, hour_ms } from '../../platform/durations.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { readRetryAfter } from '../../platform/safe-fetch/retry-after.ts';
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { ServiceKey } from './key-file.ts';

/** The addresses of Google's services; tests have their own. */
export type Google = { token_url: string; api_url: string };
export const realGoogle: Google = {
  token_url: 'https://oauth2.googleapis.com/token',
  api_url: 'https://gmailpostmastertools.googleapis.com/v2',
};

/** The scope allows reading figures and nothing else. */
const scope = 'https://www.googleapis.com/auth/postmaster.traffic.readonly';
const token_ms = hour_ms;
const mostBytes = 4_000_000;
const longestWait = day_ms;

/**
 * Why Google returned nothing. `refused`: Google does not accept the key, and somebody must act. `absent`: Google shows us nothing about
 * this domain. `later`: another try may help, after `wait_ms` if Google names a time.
 */
export class GoogleFailure extends Error {
  readonly kind: 'refused' | 'absent' | 'later';
  readonly wait_ms: number;

  constructor(kind: GoogleFailure['kind'], reason: string, wait_ms = 0) {
    super(reason);
    this.kind = kind;
    this.wait_ms = wait_ms;
  }
}

const errorBody = z.object({
  error: z.object({
    message: z.string().catch(''),
    details: z.array(z.looseObject({ reason: z.string().optional() })).catch([]),
  }),
});
/** Reasons of a 403 that are about the key, and not about a single domain. */
const ofKey = [
  'SERVICE_DISABLED',
  'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  'CONSUMER_INVALID',
  'USER_PROJECT_DENIED',
];

/** Sends requests to Gmail's Postmaster Tools API v2, with a token that is requested with the key before the first request. */
export function openPostmaster(
  { safe_fetch, google, now }: { safe_fetch: SafeFetch; google: Google; now: Date },
  key: ServiceKey,
) {
  let token: Promise<string> | undefined;
  return {
    get: (path: string) => ask('GET', path),
    post: (path: string, body: object) => ask('POST', path, body),
  };

  /** Sends a request and returns the parsed answer. A token that Google no longer accepts is replaced once. Throws GoogleFailure. */
  async function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    token ??= makeToken();
    const first = await request(method, path, body, await token);
    if (first.status !== 401) return answerOf(first, now);
    token = makeToken();
    return answerOf(await request(method, path, body, await token), now);
  }

  async function request(method: 'GET' | 'POST', path: string, body: object | undefined, bearer: string) {
    return fetchGoogle(safe_fetch, `${google.api_url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** Makes the signed statement that Google exchanges for a token (RFC 7523). */
  async function makeToken(): Promise<string> {
    const answer = await fetchGoogle(safe_fetch, google.token_url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: assertionOf(key, google, now),
      }).toString(),
    });
    if (answer.status === 400 || answer.status === 401 || answer.status === 403)
      throw new GoogleFailure('refused', sentence('delivery.google_key_refused', { status: answer.status }));
    const read = z.object({ access_token: z.string().min(1).max(10_000) }).safeParse(answerOf(answer, now));
    if (!read.success) throw malformed();
    return read.data.access_token;
  }
}
export type Postmaster = ReturnType<typeof openPostmaster>;

type Answered = { status: number; headers: Record<string, string>; text: string };

async function fetchGoogle(
  safe_fetch: SafeFetch,
  url: string,
  options: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
): Promise<Answered> {
  const outcome = await safe_fetch.request(url, {
    ...options,
    limit_bytes: mostBytes,
    total_ms: 30_000,
    headers_ms: 20_000,
    redirects: 0,
  });
  if (outcome.kind !== 'response')
    throw new GoogleFailure('later', sentence('delivery.google_unreachable', { reason: outcome.reason }));
  return { status: outcome.status, headers: outcome.headers, text: outcome.body.toString() };
}

function answerOf({ status, headers, text }: Answered, now: Date): unknown {
  const body = parseJson(text);
  if (status === 200) {
    if (body === undefined) throw malformed();
    return body;
  }
  const fault = errorBody.safeParse(body).data?.error;
  if (status === 404) throw new GoogleFailure('absent', sentence('delivery.google_no_access'));
  if (status === 401) throw new GoogleFailure('refused', sentence('delivery.google_key_refused', { status }));
  if (status === 403 && !fault?.details.some(({ reason }) => ofKey.includes(reason ?? '')))
    throw new GoogleFailure('absent', sentence('delivery.google_no_access'));
  if (status === 403) throw new GoogleFailure('refused', sentence('delivery.google_api_off'));
  const until = readRetryAfter(headers['retry-after'], now, longestWait);
  throw new GoogleFailure(
    'later',
    sentence('delivery.google_answered', { status }),
    until ? Math.max(0, until.getTime() - now.getTime()) : 0,
  );
}

/** Returns the failure for an answer that does not have the documented form. */
export function malformed(): GoogleFailure {
  return new GoogleFailure('later', sentence('delivery.google_unreadable'));
}

function assertionOf({ client_email, private_key }: ServiceKey, { token_url }: Google, now: Date): string {
  const issued = Math.floor(now.getTime() / 1000);
  const claims = { iss: client_email, scope, aud: token_url, iat: issued, exp: issued + token_ms / 1000 };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(private_key, 'base64url')}`;
}
