import type { FastifyRequest } from 'fastify';
import { findCaller, isGoodKey } from '../accounts/keys.ts';
import { readCookie } from '../accounts/people/cookie.ts';
import { isGoodToken, type SessionContext } from '../accounts/people/sessions.ts';
import { demand } from '../accounts/permissions.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Credentials } from '../platform/http/rate-limit.ts';
import { isSameSecret } from '../platform/secrets/same-secret.ts';

/** Reads API keys. A key counts as the same credential, whatever scheme it is sent with. */
export function keysAlone(db: Database): Credentials {
  return {
    read: ({ headers: { authorization } }) =>
      authorization ? `Token ${authorization.replace(/^\s*\S+\s+/, '')}` : undefined,
    isGood: credential => isGoodKey(db, credential),
  };
}

/** Reads API keys, and the cookies of people who have signed in. */
export function keysAndSessions(sessions: SessionContext): Credentials {
  const keys = keysAlone(sessions.db);
  const scheme = 'Session ';
  return {
    read(request) {
      const token = request.headers.authorization ? undefined : readCookie(request, sessions);
      return token === undefined ? keys.read(request) : scheme + token;
    },
    isGood: credential =>
      credential.startsWith(scheme)
        ? isGoodToken(sessions, credential.slice(scheme.length))
        : keys.isGood(credential),
  };
}

/** Accepts METRICS_TOKEN, or a key with access to the installation. */
export function allowMetrics(db: Database, token: string | undefined) {
  return async ({ headers: { authorization } }: FastifyRequest): Promise<void> => {
    const given = /^Bearer\s+(\S+)$/i.exec(authorization?.trim() ?? '')?.[1];
    if (token !== undefined && given !== undefined && isSameSecret(given, token)) return;
    const { permissions } = await findCaller(db, authorization);
    demand(permissions, 'installation', 'read');
  };
}
