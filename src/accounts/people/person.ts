import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { SignOn } from '../../platform/config/sign-on.ts';
import type { Passkeys, People } from '../../platform/database/schema.ts';
import { line, timestamp } from '../../platform/http/fields.ts';
import { permissionsSchema } from '../permissions.ts';
import { type Role, roleSchema } from '../role.ts';
import { meExample, passkeyExample } from './examples.ts';
import { ownLanguage } from './language.ts';

/** Somebody who can sign in, whatever they may access. */
export type Person = Selectable<People> & { has_passkey: boolean; has_identity: boolean };

export const personName = line(200).describe('The name that others see; may be empty');

/** Whether the person can sign in without a link. */
export function hasCredential(
  { password_hash, has_passkey, has_identity }: Person,
  { provider, header, is_only }: SignOn,
): boolean {
  if (has_identity && (provider || header)) return true;
  return !is_only && (password_hash !== '' || has_passkey);
}

/**
 * Whether the address may be trusted to be the person's. Owners of the installation need not prove
 * theirs while they own it. Once they no longer do, only a proof counts.
 */
export function hasProvenAddress({
  confirmation_date,
  installation,
}: Pick<Person, 'confirmation_date' | 'installation'>): boolean {
  return confirmation_date !== null || installation === 'write';
}

/** Whether no password and no authenticator app has been set or removed between these two states of a person. */
export function hasSameCredentials(one: Person, other: Person): boolean {
  return one.password_hash === other.password_hash && one.totp_date === other.totp_date;
}

/** Whether a code is required after the password or a mailed link. */
export function hasTotp({ totp_date }: Pick<Person, 'totp_date'>): boolean {
  return totp_date !== null;
}

export function nameOf({ name, email_address }: Pick<Person, 'name' | 'email_address'>): string {
  return name || email_address || 'the owner';
}

/** A newsletter that a person may choose, and their rights there. */
export const placeSchema = z.object({
  id: z.string().describe('The value for the header Postrider-Newsletter'),
  username: z.string(),
  name: z.string(),
  role: roleSchema,
  permissions: permissionsSchema,
});

export const passkeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    creation_date: timestamp,
    last_used_date: timestamp.nullable(),
  })
  .meta({ id: 'Passkey', examples: [passkeyExample] });

export function showPasskey({ id, name, creation_date, last_used_date }: Selectable<Passkeys>) {
  return { id, name, creation_date, last_used_date };
}

/** The signed-in person, as they see themselves. */
export const meSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email_address: z.string().describe('Empty until it is set'),
    email_confirmed: z
      .boolean()
      .describe(
        'Whether a mailed link proved that the address is theirs; owners of the installation need not prove it',
      ),
    language: ownLanguage,
    installation: z.boolean().describe('Whether they own the installation, and therefore every newsletter'),
    has_password: z.boolean(),
    has_passkey: z.boolean(),
    has_totp: z.boolean().describe('Whether signing in requires a code from an authenticator app'),
    creation_date: timestamp,
  })
  .meta({ id: 'Me', examples: [meExample] });

export function showMe(person: Person): z.output<typeof meSchema> {
  const { id, name, email_address, language, installation, password_hash, has_passkey } = person;
  return {
    id,
    name,
    email_address,
    email_confirmed: hasProvenAddress(person),
    language: ownLanguage.catch('').parse(language),
    installation: installation === 'write',
    has_password: password_hash !== '',
    has_passkey,
    has_totp: hasTotp(person),
    creation_date: person.creation_date,
  };
}

/** Returns the effective role: an owner of the installation is an owner of every newsletter. */
export function roleOf({ installation, role }: { installation: string; role: string | null }): Role {
  return installation === 'write' ? 'owner' : roleSchema.parse(role);
}
