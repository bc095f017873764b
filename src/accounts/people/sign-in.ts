import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { recordAudit } from '../../journal/audit/record.ts';
import { type PersonLink, readPersonLink } from '../../links/people.ts';
import type { SignOn } from '../../platform/config/sign-on.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { type DomainError, domainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { normalAddress } from '../../platform/mail/address.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { holdNewsletter } from '../queries.ts';
import { roleSchema } from '../role.ts';
import { useCode } from './codes.ts';
import type { SignInLimits } from './limits.ts';
import { endMadeBy } from './makers.ts';
import { findMembership, putMember } from './member-queries.ts';
import { findOpenInvitation } from './open-invitations.ts';
import { findPasskey } from './passkey-queries.ts';
import { readPasskey, type signInResponse } from './passkeys.ts';
import { isPassword } from './password.ts';
import { hasProvenAddress, hasSameCredentials, hasTotp, type Person, roleOf } from './person.ts';
import {
  deleteCredentials,
  findInvitation,
  findLink,
  findPersonByAddress,
  findPersonByKey,
  insertPerson,
  lockPerson,
  updatePersonRow,
  useInvitationRow,
  useLinkRow,
} from './queries.ts';
import { type Method, readSession, type SessionContext, startSession } from './sessions.ts';

export type SignInContext = SessionContext & { secret: Secret; vault: Vault; limits: SignInLimits };

/** The person who has signed in, and whether a code is still required. */
export type Admission = { person: Person; code_due: boolean };

/** The same error for an unknown address, a wrong password and an account without one. */
const wrongPassword = () => domainError('authentication_invalid', 'people.password_wrong');

/** Signs in by password; a code may still be required. Throws `authentication_invalid`, `rate_limited`. */
export async function signInByPassword(
  context: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { email_address, password }: { email_address: string; password: string },
): Promise<Admission> {
  demandOwnWays(context.sign_on);
  const address = normalAddress(email_address);
  await context.limits.password(request.ip, address);
  const person = await findPersonByAddress(context.db, address);
  const stored = person ? context.vault.open('people.password_hash', person.id, person.password_hash) : '';
  if (!(await isPassword(password, stored)) || !person) throw wrongPassword();
  return admit(context, request, reply, person, { method: 'password', second_factor_due: hasTotp(person) });
}

/**
 * Completes a sign-in with a code of the authenticator app or a recovery code. Throws `authentication_invalid`,
 * `rate_limited`.
 */
export async function signInByCode(
  context: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
): Promise<Admission> {
  const session = await readSession(context, request, reply);
  if (!session?.second_factor_due) throw domainError('authentication_missing', 'people.no_sign_in_waits');
  const { person } = session;
  await context.limits.password(request.ip, person.id);
  if (!(await useCode(context, person.key, code)))
    throw domainError('authentication_invalid', 'people.code_wrong');
  return admit(context, request, reply, person, { method: methodOf(session.method) });
}

/** Signs in by a passkey, which counts as two factors. Throws `authentication_invalid`, `rate_limited`. */
export async function signInByPasskey(
  context: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  response: z.output<typeof signInResponse>,
): Promise<Admission> {
  demandOwnWays(context.sign_on);
  context.limits.token(request.ip);
  const person = await readPasskey(context, response);
  const isStillGood = async (trx: Database) => (await findPasskey(trx, response.id)) !== undefined;
  return admit(context, request, reply, person, { method: 'passkey', isStillGood });
}

/** Says what a link does, without using it. Throws `link_over`. */
export async function lookAtLink({ db, clock, secret, limits }: SignInContext, ip: string, token: string) {
  limits.token(ip);
  const link = readPersonLink(secret, token);
  const nothing = { newsletter_name: null, role: null };
  if (link?.kind === 'sign_in') {
    const found = await findLink(db, link.id, clock());
    const person = found && (await findPersonByKey(db, found.person_key));
    if (person) return { kind: 'sign_in' as const, email_address: person.email_address, ...nothing };
  } else if (link) {
    const found = await findOpenInvitation(db, link.id, clock());
    if (found)
      return {
        kind: 'invitation' as const,
        email_address: found.email_address,
        newsletter_name: found.newsletter_name,
        role: roleSchema.parse(found.role),
      };
  }
  throw linkOver();
}

/**
 * Uses the link, once: it signs its person in, or makes the invited person a member. Throws `link_over`, and
 * `sign_in_first` for an invitation that was not mailed and whose address has an account.
 */
export async function signInByLink(
  context: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<Admission> {
  context.limits.token(request.ip);
  const link = readPersonLink(context.secret, token);
  if (!link) throw linkOver();
  if (link.kind !== 'sign_in') return acceptInvitation(context, request, reply, link);
  const now = context.clock();
  const signed_in = await whoIsHere(context, request, reply);
  return inTransaction(context.db, async trx => {
    const found = await findLink(trx, link.id, now);
    // The person first: a change of how they sign in locks the person, then ends the links.
    const known = found && (await lockPerson(trx, found.person_key));
    if (!known || !(await useLinkRow(trx, link.id, now))) throw linkOver();
    const by_mail = found.normal_address !== null;
    if (by_mail) demandOwnWays(context.sign_on);
    if (by_mail) await proveAddress(trx, known, now, { signed_in, ip_address: request.ip });
    const person = (await findPersonByKey(trx, known.key))!;
    // Somebody who can print a link runs the machine and could get around any code.
    const second_factor_due = by_mail && hasTotp(person);
    const method = by_mail ? 'mailed_link' : 'link';
    return admit({ ...context, db: trx }, request, reply, person, { method, second_factor_due });
  });
}

async function acceptInvitation(
  context: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, kind }: PersonLink,
): Promise<Admission> {
  const now = context.clock();
  const signed_in = await whoIsHere(context, request, reply);
  const by_mail = kind === 'mailed_invitation';
  return inTransaction(context.db, async trx => {
    const asked = await findInvitation(trx, id, now);
    if (!asked) throw linkOver();
    const { normal_address, email_address, newsletter_key, newsletter_id } = asked;
    // As for removals and changes of roles: nobody ends the maker's rights meanwhile, and nobody else joins.
    await holdNewsletter(trx, newsletter_key);
    if (!(await findOpenInvitation(trx, id, now))) throw linkOver();
    const known = await findPersonByAddress(trx, normal_address);
    if (context.sign_on.is_only && (!known || signed_in !== known.key))
      throw signOnFirst(context, email_address);
    // The inviter knows the link too, and must not be able to sign in as the invited person.
    if (known && !by_mail && signed_in !== known.key)
      throw domainError('sign_in_first', 'people.sign_in_first', { email_address });
    if (!(await useInvitationRow(trx, id, now))) throw linkOver();
    const confirmation_date = by_mail ? now.toISOString() : null;
    const { key } =
      known ?? (await insertPerson(trx, { id: newId(), email_address, normal_address, confirmation_date }));
    if (known && by_mail) await proveAddress(trx, known, now, { signed_in, ip_address: request.ip });
    const role = roleSchema.parse(asked.role);
    const present = await findMembership(trx, key, newsletter_key);
    // Somebody who already belongs to the newsletter keeps their present role.
    if (!present) await putMember(trx, key, newsletter_key, role);
    const person = (await findPersonByKey(trx, key))!;
    await recordAudit(
      trx,
      { type: 'person', by: person.id, ip_address: request.ip },
      {
        newsletter_id,
        action: 'invitation.accepted',
        object_id: id,
        details: { role: present ? roleOf({ ...person, role: present.role }) : role },
      },
    );
    if (signed_in === person.key) return { person, code_due: false };
    const second_factor_due = hasTotp(person);
    return admit({ ...context, db: trx }, request, reply, person, {
      method: 'invitation',
      second_factor_due,
    });
  });
}

/** Returns the key of the person already signed in; undefined if nobody is. */
export async function whoIsHere(
  context: SessionContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number | undefined> {
  const session = await readSession(context, request, reply);
  return session?.second_factor_due ? undefined : session?.person_key;
}

/**
 * Records that the address is the person's, as they received a mail there. Somebody else may have created the account with
 * that address, so unless the person is signed in with it, all its ways to sign in are removed, open links included, and the
 * keys and invitations that were made with it end.
 */
export async function proveAddress(
  trx: Database,
  person: Person,
  now: Date,
  { signed_in, ip_address }: { signed_in: number | undefined; ip_address: string },
): Promise<void> {
  if (person.confirmation_date !== null) return;
  if (signed_in !== person.key && !hasProvenAddress(person)) {
    await deleteCredentials(trx, person.key);
    await endMadeBy(trx, person.id, { actor: { type: 'person', by: person.id, ip_address }, all: true });
  }
  await updatePersonRow(trx, person.key, { confirmation_date: now.toISOString() });
}

type Entry = {
  method: Method;
  proof_date?: Date;
  second_factor_due?: boolean;
  /** Whether the way in which the person signs in still works, asked while nobody can change it. */
  isStillGood?: (trx: Database) => Promise<boolean>;
};

/**
 * Starts the session. Once it is complete, it is recorded in the audit log. Throws `authentication_invalid` if the ways to
 * sign in have changed since `person` was read, because such a change ends sessions and must not miss this one.
 */
export async function admit(
  context: SessionContext,
  request: FastifyRequest,
  reply: FastifyReply,
  person: Person,
  { method, second_factor_due = false, isStillGood = async () => true, ...proof }: Entry,
): Promise<Admission> {
  await inTransaction(context.db, async trx => {
    const present = await lockPerson(trx, person.key);
    if (!present || !hasSameCredentials(present, person) || !(await isStillGood(trx)))
      throw domainError('authentication_invalid', 'people.sign_in_changed');
    await startSession({ ...context, db: trx }, request, reply, person, {
      method,
      second_factor_due,
      ...proof,
    });
    if (second_factor_due) return;
    await recordAudit(
      trx,
      { type: 'person', by: person.id, ip_address: request.ip },
      { newsletter_id: null, action: 'person.signed_in', object_id: person.id, details: { method } },
    );
  });
  return { person, code_due: second_factor_due };
}

function methodOf(method: string): Method {
  return method === 'mailed_link' || method === 'invitation' ? method : 'password';
}

/** Throws `forbidden` if only accounts elsewhere sign people in. */
export function demandOwnWays({ is_only, provider }: SignOn): void {
  if (!is_only) return;
  throw domainError('forbidden', 'people.sign_on_only', { name: provider?.name ?? '' });
}

function signOnFirst({ sign_on }: SessionContext, email_address: string): DomainError {
  const name = sign_on.provider?.name ?? '';
  return domainError('sign_in_first', 'people.sign_on_first', { name, email_address });
}

function linkOver(): DomainError {
  return domainError('link_over', 'people.link_over');
}
