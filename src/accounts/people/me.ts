import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction, violates } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import { asked } from '../../platform/http/fields.ts';
import { mailAddress, normalAddress } from '../../platform/mail/address.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import type { SignedIn } from '../authenticate.ts';
import { countRecoveryCodes, makeRecoveryCodes } from './codes.ts';
import { meUpdateExample } from './examples.ts';
import { ownLanguage } from './language.ts';
import { hashPassword, newPassword } from './password.ts';
import { hasTotp, type Person, personName } from './person.ts';
import { deleteLinks, findPersonByKey, lockPerson, updatePersonRow } from './queries.ts';
import { endSessions, findOwnSession } from './session-queries.ts';
import { demandProof, sessionOver } from './sessions.ts';
import { findTotpStep, newTotpSecret, totpAddress } from './totp.ts';

export const meUpdate = z
  .object({
    name: personName.optional(),
    email_address: mailAddress.optional(),
    language: ownLanguage.optional(),
    password: newPassword
      .nullable()
      .optional()
      .describe('At least 12 characters; null removes the password. Ends all other sessions'),
  })
  .meta(asked(meUpdateExample));

type MeContext = { db: Database; vault: Vault; clock: Clock };

/** Finds the signed-in person. */
export async function findMe(db: Database, { person_key }: SignedIn): Promise<Person> {
  return found(await findPersonByKey(db, person_key), 'person');
}

/**
 * Changes the person's own data. Address and password are ways to sign in, so they change only soon after signing in, and a
 * new password ends all other sessions. Both end open sign-in links. Throws `sign_in_again`, `email_already_exists`.
 */
export async function updateMe(
  { db, vault, clock }: MeContext,
  signed_in: SignedIn,
  { name, email_address, language, password }: z.output<typeof meUpdate>,
): Promise<Person> {
  const isSame = (person: Person) => email_address === undefined || email_address === person.email_address;
  const before = await findMe(db, signed_in);
  if (password !== undefined || !isSame(before)) await demandOwnProof(db, signed_in, clock());
  const hash = password ? await hashPassword(password) : '';
  return inTransaction(db, async trx => {
    const person = await lockMe(trx, signed_in);
    await updatePersonRow(trx, person.key, {
      ...(name !== undefined && { name }),
      ...(language !== undefined && { language }),
      ...(email_address !== undefined &&
        !isSame(person) && {
          email_address,
          normal_address: normalAddress(email_address),
          confirmation_date: null,
        }),
      ...(password !== undefined && {
        password_hash: await vault.seal(trx, 'people.password_hash', person.id, hash),
      }),
    }).catch(error => {
      if (!violates(error, 'people_address_unique')) throw error;
      throw domainError('email_already_exists', 'people.address_taken');
    });
    if (password !== undefined || !isSame(person)) await deleteLinks(trx, person.key);
    if (password !== undefined) await endSessions(trx, person.key, { except: signed_in.session_id });
    return findMe(trx, signed_in);
  });
}

/**
 * Creates a secret for an authenticator app. It has no effect before confirmTotp. Throws `sign_in_again`, and
 * `request_invalid` if codes are already required or there is no first factor that a code could complement.
 */
export async function beginTotp({ db, vault, clock }: MeContext, signed_in: SignedIn) {
  await demandOwnProof(db, signed_in, clock());
  return inTransaction(db, async trx => {
    const person = await lockMe(trx, signed_in);
    if (hasTotp(person)) throw domainError('request_invalid', 'people.app_there');
    if (person.password_hash === '' && !person.has_passkey && person.email_address === '')
      throw domainError('request_invalid', 'people.code_alone');
    const secret = newTotpSecret();
    const totp_secret = await vault.seal(trx, 'people.totp_secret', person.id, secret);
    await updatePersonRow(trx, person.key, { totp_secret, totp_step: 0 });
    return { secret, otpauth_url: totpAddress(secret, person.email_address || person.name || 'owner') };
  });
}

/** Requires codes from now on, as a code has proved that the app has the secret. Returns the recovery codes. */
export async function confirmTotp({ db, vault, clock }: MeContext, signed_in: SignedIn, code: string) {
  return inTransaction(db, async trx => {
    const person = await lockMe(trx, signed_in);
    if (person.totp_secret === '' || hasTotp(person))
      throw domainError('request_invalid', 'people.app_not_begun');
    const secret = vault.open('people.totp_secret', person.id, person.totp_secret);
    const totp_step = findTotpStep(secret, code, clock(), person.totp_step);
    if (totp_step === undefined) throw domainError('request_invalid', 'people.app_code_wrong');
    await updatePersonRow(trx, person.key, { totp_step, totp_date: clock().toISOString() });
    await endSessions(trx, person.key, { except: signed_in.session_id });
    await deleteLinks(trx, person.key);
    return makeRecoveryCodes(trx, person.key);
  });
}

/** No longer requires codes, and invalidates the recovery codes. Throws `sign_in_again`. */
export async function endTotp({ db, clock }: MeContext, signed_in: SignedIn): Promise<void> {
  await demandOwnProof(db, signed_in, clock());
  await inTransaction(db, async trx => {
    await lockMe(trx, signed_in);
    await updatePersonRow(trx, signed_in.person_key, { totp_secret: '', totp_date: null });
    await trx.deleteFrom('recovery_codes').where('person_key', '=', signed_in.person_key).execute();
    await deleteLinks(trx, signed_in.person_key);
  });
}

/** Creates new recovery codes, which replace the earlier ones. Throws `sign_in_again`, and `request_invalid` without an app. */
export async function renewRecoveryCodes({ db, clock }: MeContext, signed_in: SignedIn): Promise<string[]> {
  await demandOwnProof(db, signed_in, clock());
  return inTransaction(db, async trx => {
    const person = await lockMe(trx, signed_in);
    if (!hasTotp(person)) throw domainError('request_invalid', 'people.app_missing');
    return makeRecoveryCodes(trx, person.key);
  });
}

/** Returns how many recovery codes are left: 0 if no code is required. */
export function recoveryCodesLeft(db: Database, person: Person): Promise<number> {
  return countRecoveryCodes(db, person.key);
}

/** Throws `sign_in_again` unless the person has recently signed in, and `authentication_invalid` if the session has ended. */
export async function demandOwnProof(db: Database, signed_in: SignedIn, now: Date): Promise<void> {
  demandProof(await demandOpen(db, signed_in), now);
}

/** Throws the same for the sender of the request. API keys have no sign-in and pass. */
export async function demandProofOf(
  { db, signed_in }: { db: Database; signed_in: SignedIn | null },
  now: Date,
): Promise<void> {
  if (signed_in) await demandOwnProof(db, signed_in, now);
}

/**
 * Returns the signed-in person, locked until the transaction ends. Required wherever ways to sign in are changed, because the session may
 * have ended since the request began. Throws `authentication_invalid`.
 */
export async function lockMe(trx: Database, signed_in: SignedIn): Promise<Person> {
  const person = await lockPerson(trx, signed_in.person_key);
  await demandOpen(trx, signed_in);
  return found(person, 'person');
}

async function demandOpen(db: Database, { session_id }: SignedIn) {
  const session = await findOwnSession(db, session_id);
  if (!session) throw sessionOver();
  return session;
}
