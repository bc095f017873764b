import { type Actor, recordAudit } from '../../journal/audit/record.ts';
import type { SignOn } from '../../platform/config/sign-on.ts';
import { type Database, violates } from '../../platform/database/connect.ts';
import { domainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { normalAddress, parseMailAddress } from '../../platform/mail/address.ts';
import {
  findIdentity,
  type IdentityRow,
  insertIdentity,
  listIdentities,
  lockFirstSignIns,
  noteIdentityUse,
} from '../people/identity-queries.ts';
import { findMembership, listInvitationsTo, putMember } from '../people/member-queries.ts';
import { findOpenInvitation } from '../people/open-invitations.ts';
import type { Person } from '../people/person.ts';
import {
  deleteLinks,
  findPersonByAddress,
  findPersonByKey,
  insertPerson,
  lockPerson,
  useInvitationRow,
} from '../people/queries.ts';
import { proveAddress } from '../people/sign-in.ts';
import { holdNewsletter, listNewsletterNames } from '../queries.ts';
import { roleSchema } from '../role.ts';
import type { Visitor } from './provider.ts';
import { isLeftOut, rolesFrom } from './rules.ts';

type Asked = {
  sign_on: SignOn;
  /** The name of the provider, as people know it. */
  name: string;
  now: Date;
  /** The key of the person who is signed in already. */
  signed_in: number | undefined;
  ip_address: string;
};

/**
 * Returns the person whom the visitor is here. The account elsewhere decides, never the address: a proved address leads only once, at the
 * first sign-in, to the person who has it here or is invited. Throws `forbidden` if there is nobody.
 */
export async function findPersonOf(trx: Database, visitor: Visitor, asked: Asked): Promise<Person> {
  const known = await findIdentity(trx, visitor.issuer, visitor.subject);
  if (known) return note(trx, known, visitor, asked.now);
  await lockFirstSignIns(trx);
  const meanwhile = await findIdentity(trx, visitor.issuer, visitor.subject);
  return meanwhile ? note(trx, meanwhile, visitor, asked.now) : meet(trx, visitor, asked);
}

async function note(trx: Database, identity: IdentityRow, visitor: Visitor, now: Date): Promise<Person> {
  await noteIdentityUse(trx, identity.key, visitor.email_address, now);
  return (await findPersonByKey(trx, identity.person_key))!;
}

/** Connects the account elsewhere with a person, at its first sign-in. */
async function meet(trx: Database, visitor: Visitor, asked: Asked): Promise<Person> {
  const { sign_on, name, now, signed_in, ip_address } = asked;
  const email_address = demandAddress(visitor, name);
  const normal_address = normalAddress(email_address);
  const invitations = await findInvitationsTo(trx, normal_address, now);
  for (const { newsletter_key } of invitations) await holdNewsletter(trx, newsletter_key);
  const present = await findPersonByAddress(trx, normal_address);
  if (!present && invitations.length === 0 && !mayCreate(sign_on, visitor))
    throw domainError('forbidden', 'people.no_account', { email_address });
  if (present) {
    await lockPerson(trx, present.key);
    await proveAddress(trx, present, now, { signed_in, ip_address });
    await refuseSecond(trx, present, visitor, name);
  }
  const { key } = present ?? (await create(trx, visitor, { email_address, normal_address, now }));
  await connectIdentity(trx, key, visitor, { now, ip_address });
  const person = (await findPersonByKey(trx, key))!;
  const actor: Actor = { type: 'person', by: person.id, ip_address };
  for (const { id, newsletter_key, newsletter_id, role: given } of invitations) {
    const role = roleSchema.parse(given);
    if (!(await useInvitationRow(trx, id, now)) || (await findMembership(trx, key, newsletter_key))) continue;
    await putMember(trx, key, newsletter_key, role);
    await recordAudit(trx, actor, {
      newsletter_id,
      action: 'invitation.accepted',
      object_id: id,
      details: { role },
    });
  }
  if (!present) await welcome(trx, key, sign_on);
  return person;
}

/** Records that the account elsewhere is the person's. Required: the person has none there yet, and the account is nobody else's. */
export async function connectIdentity(
  trx: Database,
  person_key: number,
  { issuer, subject, email_address }: Visitor,
  { now, ip_address }: { now: Date; ip_address: string },
): Promise<void> {
  const id = newId();
  const date = now.toISOString();
  await insertIdentity(trx, {
    id,
    person_key,
    issuer,
    subject,
    email_address,
    creation_date: date,
    last_used_date: date,
  });
  await deleteLinks(trx, person_key);
  const { id: by } = (await findPersonByKey(trx, person_key))!;
  await recordAudit(
    trx,
    { type: 'person', by, ip_address },
    { newsletter_id: null, action: 'person.identity_added', object_id: id },
  );
}

/** Throws `forbidden` if another account at the same provider is connected with the person. */
export async function refuseSecond(
  trx: Database,
  { key, email_address }: Pick<Person, 'key' | 'email_address'>,
  { issuer }: Visitor,
  name: string,
): Promise<void> {
  const identities = await listIdentities(trx, key);
  if (identities.some(identity => identity.issuer === issuer))
    throw domainError('forbidden', 'people.other_identity', { name, email_address });
}

function demandAddress({ email_address, is_verified }: Visitor, name: string): string {
  const address = parseMailAddress(email_address);
  if (address === null) throw domainError('forbidden', 'people.address_missing_elsewhere', { name });
  if (!is_verified)
    throw domainError('forbidden', 'people.address_unproved_elsewhere', { name, email_address });
  return address;
}

/** Finds the invitations to the address that can be accepted, in the order of their newsletters. */
async function findInvitationsTo(trx: Database, normal_address: string, now: Date) {
  const open = [];
  for (const { id } of await listInvitationsTo(trx, normal_address, now)) {
    const invitation = await findOpenInvitation(trx, id, now);
    if (invitation) open.push(invitation);
  }
  return open.toSorted((one, other) => one.newsletter_key - other.newsletter_key);
}

function mayCreate({ creation, rules }: SignOn, { claims }: Visitor): boolean {
  if (creation === 'off') return false;
  return creation !== 'roles' || (!isLeftOut(rules, claims) && rolesFrom(rules, claims).size > 0);
}

type Created = { email_address: string; normal_address: string; now: Date };

async function create(trx: Database, { name }: Visitor, { now, ...address }: Created) {
  try {
    return await insertPerson(trx, {
      id: newId(),
      name,
      ...address,
      confirmation_date: now.toISOString(),
    });
  } catch (error) {
    if (!violates(error, 'people_address_unique')) throw error;
    throw domainError('authentication_invalid', 'people.sign_in_changed');
  }
}

/** Gives somebody new the role of OIDC_CREATE. The role is theirs like one that a person gave. */
async function welcome(trx: Database, person_key: number, { creation }: SignOn): Promise<void> {
  if (creation === 'off' || creation === 'roles') return;
  for (const { key } of await listNewsletterNames(trx, [creation.newsletter])) {
    if (await findMembership(trx, person_key, key)) continue;
    await holdNewsletter(trx, key);
    await putMember(trx, person_key, key, creation.role);
  }
}
