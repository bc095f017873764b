import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Newsletter } from './newsletter.ts';
import { type Permissions, permissionsSchema } from './permissions.ts';
import { findKeyByHash, insertKey } from './queries.ts';

export type KeyRequest = {
  name: string;
  permissions: Permissions;
  expiry_date?: string | null;
  secret?: string;
};

/** Makes a key of the newsletter and returns its secret, which is kept nowhere else: only its SHA-256 is stored. */
export async function createKey(
  db: Database,
  newsletter: Newsletter,
  { name, permissions, expiry_date = null, secret = newSecret() }: KeyRequest,
) {
  const { id } = await insertKey(db, {
    id: newId(),
    newsletter_key: newsletter.key,
    name,
    hash: hashSecret(secret),
    permissions: JSON.stringify(permissions),
    expiry_date,
  });
  return { id, secret };
}

export type Caller = { newsletter: Newsletter; permissions: Permissions; api_key_key: number };

/**
 * Who calls, by the `Authorization` header `Token <key>` or `Bearer <key>`. Throws `authentication_missing` without
 * one, and `authentication_invalid` alike for a key that is unknown, revoked or expired.
 */
export async function findCaller(db: Database, authorization: string | undefined): Promise<Caller> {
  if (!authorization)
    throw new DomainError(
      'authentication_missing',
      'Send your API key in the header "Authorization: Token <key>".',
    );
  const secret = /^(?:Token|Bearer)\s+(\S+)$/i.exec(authorization.trim())?.[1];
  const found = secret === undefined ? undefined : await findKeyByHash(db, hashSecret(secret));
  if (!found || found.revocation_date || (found.expiry_date && Date.parse(found.expiry_date) <= Date.now())) {
    throw new DomainError(
      'authentication_invalid',
      'This API key is unknown, revoked or expired. Make one with: postrider key create',
    );
  }
  const { api_key_key, permissions, expiry_date, revocation_date, ...newsletter } = found;
  return { newsletter, permissions: permissionsSchema.parse(permissions), api_key_key };
}

/** Whether this is the secret of a key, be it revoked or not. */
export async function isKeyKnown(db: Database, secret: string): Promise<boolean> {
  return (await findKeyByHash(db, hashSecret(secret))) !== undefined;
}

function newSecret(): string {
  return `pr_${randomBytes(32).toString('base64url')}`;
}

// A secret has 256 random bits (or 32 characters that the owner chose), so a plain hash cannot be searched for it, and
// looking the hash up compares nothing that an attacker could time.
function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
