import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { lockPerson, updatePersonRow } from './queries.ts';
import { findTotpStep, toBase32 } from './totp.ts';

const count = 10;

type CodeContext = { db: Database; vault: Vault; clock: Clock };

/** Whether this is a code of the person's authenticator app or one of their recovery codes. Each works once. */
export async function useCode(
  { db, vault, clock }: CodeContext,
  person_key: number,
  code: string,
): Promise<boolean> {
  return inTransaction(db, async trx => {
    const person = await lockPerson(trx, person_key);
    if (!person || person.totp_secret === '') return false;
    const secret = vault.open('people.totp_secret', person.id, person.totp_secret);
    const totp_step = findTotpStep(secret, code, clock(), person.totp_step);
    if (totp_step === undefined) return useRecoveryCode(trx, person_key, code, clock());
    await updatePersonRow(trx, person_key, { totp_step });
    return true;
  });
}

/** Ten new codes of 80 random bits for people who lose the app, replacing the earlier ones. Only their SHA-256 is stored. */
export async function makeRecoveryCodes(trx: Database, person_key: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () =>
    toBase32(randomBytes(10))
      .toLowerCase()
      .replace(/.{4}(?=.)/g, '$&-'),
  );
  await trx.deleteFrom('recovery_codes').where('person_key', '=', person_key).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map(code => ({ person_key, hash: hashCode(code) })))
    .execute();
  return codes;
}

/** Returns how many recovery codes the person has left. */
export async function countRecoveryCodes(db: Database, person_key: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_key', '=', person_key)
    .where('used_date', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

async function useRecoveryCode(trx: Database, person_key: number, code: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_codes')
    .set({ used_date: now.toISOString() })
    .where('person_key', '=', person_key)
    .where('hash', '=', hashCode(code))
    .where('used_date', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Normalises a code, however it is written: with spaces, hyphens or capitals. */
function hashCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
    .digest();
}
