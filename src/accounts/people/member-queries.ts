import { type Insertable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Invitations } from '../../platform/database/schema.ts';
import type { Page } from '../../platform/http/query.ts';
import type { Role } from '../role.ts';
import type { Person } from './person.ts';
import { hasIdentity, hasPasskey } from './queries.ts';

/** A person with their role in a newsletter, which is null for an owner of the installation who has none there. */
export type MemberRow = Person & {
  role: string | null;
  rule_role: string | null;
  rule_group: string | null;
  last_used_date: string | null;
};

/** Everybody, with their role in the newsletter, which is null for those who have none. */
export function selectRoles(db: Database, newsletter_key: number) {
  return db
    .selectFrom('people')
    .leftJoin('members', join =>
      join
        .onRef('members.person_key', '=', 'people.key')
        .on('members.newsletter_key', '=', newsletter_key)
        .on('members.removal_date', 'is', null),
    );
}

/** Everybody who belongs to the newsletter: its members, and the owners of the installation. */
function selectMembers(db: Database, newsletter_key: number) {
  return selectRoles(db, newsletter_key).where(({ or, eb }) =>
    or([eb('installation', '=', 'write'), eb('role', 'is not', null)]),
  );
}

const lastUse = sql<string | null>`(select max(last_used_date) from sessions where person_key = people.key)`;

/** Returns a page of the people who work on the newsletter, oldest first, and their number. */
export async function listMembers(db: Database, newsletter_key: number, { page, page_size }: Page) {
  const results = await selectMembers(db, newsletter_key)
    .selectAll('people')
    .select(['role', 'rule_role', 'rule_group', lastUse.as('last_used_date')])
    .select([hasPasskey.as('has_passkey'), hasIdentity.as('has_identity')])
    .orderBy('people.key')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  const { count } = await selectMembers(db, newsletter_key)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { results, count };
}

export async function findMember(
  db: Database,
  newsletter_key: number,
  id: string,
): Promise<MemberRow | undefined> {
  return selectMembers(db, newsletter_key)
    .selectAll('people')
    .select(['role', 'rule_role', 'rule_group', lastUse.as('last_used_date')])
    .select([hasPasskey.as('has_passkey'), hasIdentity.as('has_identity')])
    .where('people.id', '=', id)
    .executeTakeFirst();
}

/** Returns whether anybody owns the installation, and whether anybody owns the newsletter, as the owners of the installation do. */
export async function findOwners(
  db: Database,
  newsletter_key: number,
): Promise<{ of_installation: boolean; of_newsletter: boolean }> {
  const { rows } = await sql<{ of_installation: boolean; of_newsletter: boolean }>`
    with installation as (select exists (select from people where installation = 'write') as owned)
    select owned as of_installation, owned or exists (
      select from members where newsletter_key = ${newsletter_key} and role = 'owner' and removal_date is null
    ) as of_newsletter
    from installation`.execute(db);
  return rows[0]!;
}

/** Finds the role in the newsletter of the person with this id (null: none), and whether they own the installation. */
export async function findMembershipOf(db: Database, newsletter_key: number, id: string) {
  return selectRoles(db, newsletter_key)
    .select(['installation', 'role'])
    .where('people.id', '=', id)
    .executeTakeFirst();
}

/** Finds the person and their role in the newsletter; undefined if they do not belong to it. */
export async function findMembership(
  db: Database,
  person_key: number,
  newsletter_key: number,
): Promise<{ person: Person; role: string | null } | undefined> {
  const found = await selectMembers(db, newsletter_key)
    .selectAll('people')
    .select(['role', hasPasskey.as('has_passkey'), hasIdentity.as('has_identity')])
    .where('people.key', '=', person_key)
    .executeTakeFirst();
  if (!found) return undefined;
  const { role, ...person } = found;
  return { person, role };
}

/**
 * Gives the person this role in the newsletter, whether or not they had one before. It must not be lower than a role that follows from
 * a group.
 */
export async function putMember(
  db: Database,
  person_key: number,
  newsletter_key: number,
  role: Role,
): Promise<void> {
  await db
    .insertInto('members')
    .values({ person_key, newsletter_key, role })
    .onConflict(conflict =>
      conflict.columns(['person_key', 'newsletter_key']).doUpdateSet({
        role,
        own_role: sql`case when members.rule_role is not null then ${role} end`,
        removal_date: null,
      }),
    )
    .execute();
}

const removed = { removal_date: sql<string>`now()`, rule_role: null, rule_group: null, own_role: null };

/** Ends the membership. The row stays, and with it the bounds of what the person has scheduled. */
export async function removeMember(db: Database, person_key: number, newsletter_key: number): Promise<void> {
  await db
    .updateTable('members')
    .set(removed)
    .where('person_key', '=', person_key)
    .where('newsletter_key', '=', newsletter_key)
    .execute();
}

/** Removes the person from every newsletter. As with removeMember, the rows stay. */
export async function leaveEverything(db: Database, person_key: number): Promise<void> {
  await db
    .updateTable('members')
    .set(removed)
    .where('person_key', '=', person_key)
    .where('removal_date', 'is', null)
    .execute();
}

/** Makes the invitation the only open one of the newsletter for this address. */
export async function putInvitation(db: Database, row: Insertable<Invitations>) {
  await db
    .deleteFrom('invitations')
    .where('newsletter_key', '=', row.newsletter_key)
    .where('normal_address', '=', row.normal_address)
    .where('used_date', 'is', null)
    .execute();
  return db.insertInto('invitations').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Lists the newsletter's open invitations, oldest first. */
export async function listInvitations(db: Database, newsletter_key: number, now: Date) {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('used_date', 'is', null)
    .where('end_date', '>', now.toISOString())
    .orderBy('key')
    .execute();
}

/** Changes the invitation while it is open, and returns it; undefined if it is not. */
export async function updateInvitation(
  db: Database,
  newsletter_key: number,
  id: string,
  changes: { role: Role; invited_by: string },
  now: Date,
) {
  return db
    .updateTable('invitations')
    .set(changes)
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', id)
    .where('used_date', 'is', null)
    .where('end_date', '>', now.toISOString())
    .returningAll()
    .executeTakeFirst();
}

/** Deletes the invitation. False if there was none. */
export async function deleteInvitation(db: Database, newsletter_key: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', id)
    .where('used_date', 'is', null)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Lists the open invitations to the address, in all newsletters. */
export async function listInvitationsTo(db: Database, normal_address: string, now: Date) {
  return db
    .selectFrom('invitations')
    .select('id')
    .where('normal_address', '=', normal_address)
    .where('used_date', 'is', null)
    .where('end_date', '>', now.toISOString())
    .execute();
}
