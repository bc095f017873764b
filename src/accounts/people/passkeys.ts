import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Database, inTransaction, violates } from '../../platform/database/connect.ts';
import { minute_ms } from '../../platform/durations.ts';
import { type DomainError, domainError, found, notFound } from '../../platform/errors.ts';
import { line } from '../../platform/http/fields.ts';
import { isId, newId } from '../../platform/ids.ts';
import {
  bytesOfId,
  idBytes,
  readToken,
  type Secret,
  signToken,
} from '../../platform/secrets/signed-tokens.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { SignedIn } from '../authenticate.ts';
import { demandOwnProof, findMe, lockMe } from './me.ts';
import {
  deletePasskeyRow,
  findPasskey,
  insertPasskey,
  listPasskeys,
  noteChallenge,
  notePasskeyUse,
  renamePasskeyRow,
} from './passkey-queries.ts';
import { nameOf, type Person } from './person.ts';
import { deleteLinks, findPersonByKey } from './queries.ts';

/** An authenticator's response. The library checks its content. */
const answered = (fields: Record<string, z.ZodType>) =>
  z.looseObject({
    id: z.string().max(2000),
    rawId: z.string().max(2000),
    type: z.literal('public-key'),
    response: z.looseObject(fields),
    clientExtensionResults: z.looseObject({}).default({}),
  });
const bytes = z.string().max(20_000);
const transports = z.array(z.string().max(50)).max(10);

export const passkeyName = line(100).regex(/\S/, sentence('input.passkey_name')).trim();
export const registrationResponse = answered({
  clientDataJSON: bytes,
  attestationObject: bytes,
  transports: transports.optional(),
});
export const signInResponse = answered({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes });

type PasskeyContext = { db: Database; clock: () => Date; secret: Secret; base_url: string };

const mostPasskeys = 20;
const challengeMilliseconds = 5 * minute_ms;
const timeBytes = 6;
const nobody = Buffer.alloc(idBytes);

/** Loaded on demand, as it takes 130 ms. */
const library = () => import('@simplewebauthn/server');

/**
 * Returns what a browser needs to create a passkey for the person. Throws `sign_in_again`, and `request_invalid` if there are too
 * many.
 */
export async function beginPasskey(context: PasskeyContext, signed_in: SignedIn) {
  const { db, clock, base_url } = context;
  await demandOwnProof(db, signed_in, clock());
  const me = await findMe(db, signed_in);
  const present = await listPasskeys(db, me.key);
  if (present.length >= mostPasskeys)
    throw domainError('request_invalid', 'people.too_many_passkeys', { count: present.length });
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Postrider',
    rpID: new URL(base_url).hostname,
    userName: nameOf(me),
    userID: new Uint8Array(bytesOfId(me.id)),
    challenge: newChallenge(context, bytesOfId(me.id)),
    excludeCredentials: present.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Stores the passkey that the browser has created, and ends open sign-in links. Throws `sign_in_again`, and `request_invalid` for an
 * invalid response.
 */
export async function keepPasskey(
  context: PasskeyContext,
  signed_in: SignedIn,
  { name, response }: { name: string; response: z.output<typeof registrationResponse> },
) {
  const { db, clock, base_url } = context;
  await demandOwnProof(db, signed_in, clock());
  const me = await findMe(db, signed_in);
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: response as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge => isChallenge(context, challenge, bytesOfId(me.id)),
    expectedOrigin: new URL(base_url).origin,
    expectedRPID: new URL(base_url).hostname,
  }).catch(refuseAnswer);
  if (!verified?.verified) throw badAnswer();
  const { credential } = verified.registrationInfo;
  const row = {
    id: newId(),
    person_key: me.key,
    name,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
  };
  return inTransaction(db, async trx => {
    await lockMe(trx, signed_in);
    await deleteLinks(trx, me.key);
    return insertPasskey(trx, row);
  }).catch(error => {
    if (!violates(error, 'passkeys_credential_unique')) throw error;
    throw domainError('request_invalid', 'people.passkey_known');
  });
}

/** Throws `not_found`. */
export async function renamePasskey(db: Database, { person_key }: SignedIn, id: string, name: string) {
  const passkey = isId(id) ? await renamePasskeyRow(db, person_key, id, name) : undefined;
  if (!passkey) throw notFound('passkey');
  return passkey;
}

/** Deletes the passkey, and ends open sign-in links. Throws `sign_in_again`, `not_found`. */
export async function deletePasskey(
  { db, clock }: PasskeyContext,
  signed_in: SignedIn,
  id: string,
): Promise<void> {
  await demandOwnProof(db, signed_in, clock());
  await inTransaction(db, async trx => {
    await lockMe(trx, signed_in);
    const deleted = isId(id) && (await deletePasskeyRow(trx, signed_in.person_key, id));
    if (!deleted) throw notFound('passkey');
    await deleteLinks(trx, signed_in.person_key);
  });
}

/** Returns what a browser needs to sign in by a passkey. It is the same for everybody, so nobody learns who has one. */
export async function askForPasskey(context: PasskeyContext) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: new URL(context.base_url).hostname,
    challenge: newChallenge(context, nobody),
    userVerification: 'required',
  });
}

/**
 * Returns the person whose passkey responded. A challenge works once. Throws the same `authentication_invalid`
 * for an unknown passkey and an invalid response.
 */
export async function readPasskey(
  context: PasskeyContext,
  response: z.output<typeof signInResponse>,
): Promise<Person> {
  const { db, clock, base_url } = context;
  const passkey = await findPasskey(db, response.id);
  if (!passkey) throw unknownPasskey();
  const { verifyAuthenticationResponse } = await library();
  let answeredTo = '';
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge(challenge) {
      answeredTo = challenge;
      return isChallenge(context, challenge, nobody);
    },
    expectedOrigin: new URL(base_url).origin,
    expectedRPID: new URL(base_url).hostname,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(refuseAnswer);
  if (!verified?.verified) throw unknownPasskey();
  const { newCounter } = verified.authenticationInfo;
  const hash = createHash('sha256').update(answeredTo).digest();
  const until = new Date(clock().getTime() + challengeMilliseconds);
  await inTransaction(db, async trx => {
    if (!(await noteChallenge(trx, hash, until))) throw unknownPasskey();
    await notePasskeyUse(trx, passkey.key, newCounter, clock());
  });
  return found(await findPersonByKey(db, passkey.person_key), 'person');
}

/** The challenge is signed and not stored, so that requesting one writes nothing. */
function newChallenge({ secret, clock }: PasskeyContext, of: Buffer): Uint8Array<ArrayBuffer> {
  const until = Buffer.alloc(timeBytes);
  until.writeUIntBE(clock().getTime() + challengeMilliseconds, 0, timeBytes);
  const token = signToken(secret, 'passkey', Buffer.concat([until, of, randomBytes(16)]));
  return new Uint8Array(Buffer.from(token, 'base64url'));
}

function isChallenge({ secret, clock }: PasskeyContext, challenge: string, of: Buffer): boolean {
  const payload = readToken(secret, 'passkey', challenge, timeBytes + idBytes + 16);
  if (!payload || payload.readUIntBE(0, timeBytes) <= clock().getTime()) return false;
  return payload.subarray(timeBytes, timeBytes + idBytes).equals(of);
}

/** The library throws for every invalid response. */
function refuseAnswer(): undefined {
  return undefined;
}

function badAnswer(): DomainError {
  return domainError('request_invalid', 'people.passkey_mismatch');
}

function unknownPasskey(): DomainError {
  return domainError('authentication_invalid', 'people.passkey_unknown');
}
