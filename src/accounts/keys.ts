import { hash, randomBytes } from 'node:crypto';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { DomainError, domainError, notFound } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { together } from '../platform/together.ts';
import { type ApiKeyCreate, isAhead } from './api-key.ts';
import { type Bounds, type BoundsInput, boundsSchema, noBounds } from './bounds.ts';
import type { Caller } from './caller.ts';
import { demandWithin } from './grant.ts';
import {
  findKey,
  findKeyByHash,
  findKeyState,
  insertKey,
  type KeyState,
  noteKeyUse,
  revokeKeyRow,
} from './key-queries.ts';
import type { Newsletter } from './newsletter.ts';
import { demand, type Permissions, permissionsSchema } from './permissions.ts';

export type KeyRequest = {
  name: string;
  permissions: Permissions;
  bounds?: Bounds;
  expiry_date?: string | null;
  /** Id of the person or key that creates it; null on the command line. */
  created_by?: string | null;
  secret?: string | undefined;
};

/** Creates a key of the newsletter and returns its secret. Only the SHA-256 of the secret is stored. */
export async function createKey(
  db: Database,
  newsletter: Newsletter,
  {
    name,
    permissions,
    bounds = noBounds,
    expiry_date = null,
    created_by = null,
    secret = newSecret(),
  }: KeyRequest,
) {
  const row = await insertKey(db, {
    id: newId(),
    newsletter_key: newsletter.key,
    name,
    hash: hashSecret(secret),
    permissions: JSON.stringify(permissions),
    bounds: JSON.stringify(bounds),
    expiry_date,
    created_by,
  });
  return { ...row, secret };
}

/**
 * Creates a key of the caller's newsletter. The expiry date and any bound that the input omits are copied from the
 * caller's key. Throws `forbidden` for a key that could do more, or last longer, than the caller's own.
 */
export async function createKeyFor(
  db: Database,
  caller: Caller,
  { expiry_date = caller.expiry_date, ...input }: ApiKeyCreate,
  holdRights: HoldRights,
) {
  const bounds = { ...caller.bounds, ...onlyGiven(input.bounds) };
  const wanted = { ...input, bounds, expiry_date };
  demandWithin(caller, wanted);
  return inTransaction(db, async trx => {
    await holdRights(trx, caller);
    return createKey(trx, caller.newsletter, { ...wanted, created_by: caller.by });
  });
}

/**
 * Keeps anybody from ending the caller's rights before the transaction ends; throws if somebody just has. Passed in, because people belong
 * to a higher room.
 */
export type HoldRights = (trx: Database, caller: Caller) => Promise<void>;

/**
 * Ends what the maker with this id has left behind, or passes its keys on to the caller. Passed in, because people belong to a higher room.
 */
export type EndMade = (
  trx: Database,
  maker: string,
  caller: Caller,
  given: { keep_keys: boolean; ip_address: string },
) => Promise<number>;

export type Makers = { endMade: EndMade; holdRights: HoldRights };

/**
 * Revokes a key of the caller's newsletter; revoking it twice changes nothing. The keys that it created go with it, unless `keep_keys`. If
 * a key revokes itself, the keys it created stay, so that a program can replace its key. Throws `not_found`, or `forbidden` if the key has
 * access to the installation and the caller's does not.
 */
export async function revokeKeyFor(
  db: Database,
  caller: Caller,
  id: string,
  { endMade, holdRights, ...given }: Makers & { keep_keys: boolean; ip_address: string },
): Promise<void> {
  const key = await keyOf(db, caller.newsletter, id);
  const { installation } = permissionsSchema.parse(key.permissions);
  if (installation !== 'none') demand(caller.permissions, 'installation', 'write');
  await inTransaction(db, async trx => {
    await holdRights(trx, caller);
    await revokeKeyRow(trx, key.id);
    if (id !== caller.by) await endMade(trx, key.id, caller, given);
  });
}

/** Returns the newsletter's key with this id. Throws `not_found`. */
export async function keyOf(db: Database, newsletter: Newsletter, id: string) {
  const key = isId(id) ? await findKey(db, newsletter.key, id) : undefined;
  if (!key) throw notFound('API key');
  return key;
}

/**
 * Identifies the caller by the `Authorization` header, `Token <key>` or `Bearer <key>`, and records that the key was
 * used in this minute. Every request asks the database about its key, together with the others of the same turn of the event
 * loop; what the key may do is read and parsed again only when the key or its newsletter has changed. Throws
 * `authentication_missing` without a key, and `authentication_invalid` for one that is unknown, revoked or expired, and for
 * another scheme.
 */
export async function findCaller(db: Database, authorization: string | undefined): Promise<Caller> {
  if (!authorization) throw domainError('authentication_missing', 'people.key_missing');
  if (!/^(?:Token|Bearer)\s+\S/i.test(authorization.trim()))
    throw domainError('authentication_invalid', 'people.scheme_missing');
  const hash = readHash(authorization);
  const caller = hash && (await callersOf(db)(hash.toString('base64')));
  if (!caller) throw invalidKey(authorization);
  return caller;
}

type Callers = (hash: string) => Promise<Caller | undefined>;
const mostCallers = 1000;
const callersOfDatabases = new WeakMap<Database, Callers>();

function callersOf(db: Database): Callers {
  const callers = callersOfDatabases.get(db) ?? openCallers(db);
  callersOfDatabases.set(db, callers);
  return callers;
}

/** Finds callers by the hash of their key, in base64; undefined for a key that is not valid. */
function openCallers(db: Database): Callers {
  // The callers by the internal number of their API key. An entry is valid while its version is that in the database.
  const callers = new Map<number, Known>();
  return together(async text => {
    const hash = Buffer.from(text, 'base64');
    const [state] = await findKeyState(db, { hash });
    if (!state || isOver(state)) return;
    // A full disk, for example, must not lock anybody out.
    if (!state.used_in_this_minute) await noteKeyUse(db, state.api_key_key).catch(() => {});
    const known = callers.get(state.api_key_key);
    if (known?.version === state.version) return known.caller;
    const read = await readCaller(db, hash);
    if (!read) return;
    callers.delete(state.api_key_key);
    callers.set(state.api_key_key, read);
    if (callers.size > mostCallers) callers.delete(callers.keys().next().value!);
    return read.caller;
  });
}

type Known = { version: string; caller: Caller };

async function readCaller(db: Database, hash: Buffer): Promise<Known | undefined> {
  const found = await findKeyByHash(db, hash);
  if (!found || isOver(found)) return; // it has ended just now
  const {
    api_key_key: _,
    api_key_id,
    api_key_name,
    permissions,
    bounds: kept,
    expiry_date,
    revocation_date: __,
    version,
    ...newsletter
  } = found;
  const bounds = boundsSchema.parse(kept);
  const granted = permissionsSchema.parse(permissions);
  const caller: Caller = {
    newsletter: Object.freeze(newsletter),
    permissions: Object.freeze(bounds.drafts_only ? { ...granted, sending: 'none' } : granted),
    bounds: Object.freeze(bounds),
    expiry_date,
    type: 'key',
    by: api_key_id,
    name: api_key_name,
  };
  return { version, caller: Object.freeze(caller) };
}

function invalidKey(authorization: string): DomainError {
  const [, character] = /^\w+\s+.*?(["'“”‘’<>{}$%])/su.exec(authorization.trim()) ?? [];
  return new DomainError(
    'authentication_invalid',
    character === undefined ? sentence('people.key_unknown') : sentence('people.key_mistyped', { character }),
  );
}

/** Whether the `Authorization` header carries a key that is neither revoked nor expired. */
export async function isGoodKey(db: Database, authorization: string): Promise<boolean> {
  const hash = readHash(authorization);
  const [state] = hash ? await findKeyState(db, { hash }) : [];
  return state !== undefined && !isOver(state);
}

function readHash(authorization: string): Buffer | undefined {
  const secret = /^(?:Token|Bearer)\s+(\S+)$/i.exec(authorization.trim())?.[1];
  return secret === undefined ? undefined : hashSecret(secret);
}

function isOver({
  revocation_date,
  expiry_date,
}: Pick<KeyState, 'revocation_date' | 'expiry_date'>): boolean {
  return revocation_date !== null || (expiry_date !== null && !isAhead(expiry_date));
}

/** Whether this is the secret of a key, revoked or not. */
export async function isKeyKnown(db: Database, secret: string): Promise<boolean> {
  return (await findKeyByHash(db, hashSecret(secret))) !== undefined;
}

function newSecret(): string {
  return `pr_${randomBytes(32).toString('base64url')}`;
}

// A plain hash is safe: a secret has 256 random bits (or 32 characters that the owner chose), so it cannot be found by
// search, and the lookup by hash compares nothing that an attacker could time.
function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

function onlyGiven(bounds: BoundsInput): Partial<Bounds> {
  return Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined));
}
