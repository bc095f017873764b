import type { Database } from '../../platform/database/connect.ts';
import type { Role } from '../role.ts';
import { selectRoles } from './member-queries.ts';

/** A membership that follows from a group, at least in part. */
export type RuledMembership = {
  role: string;
  rule_role: string | null;
  rule_group: string | null;
  own_role: string | null;
};

/** Lists the person's memberships that follow from a group, at least in part. */
export async function listRuledMemberships(db: Database, person_key: number) {
  return db
    .selectFrom('members')
    .innerJoin('newsletters', 'newsletters.key', 'newsletter_key')
    .select(['newsletter_key', 'newsletters.id as newsletter_id', 'rule_role', 'rule_group'])
    .where('person_key', '=', person_key)
    .where('rule_role', 'is not', null)
    .where('removal_date', 'is', null)
    .execute();
}

/** Returns the person's membership, locked until the transaction ends; undefined without one. */
export async function lockMembership(
  trx: Database,
  person_key: number,
  newsletter_key: number,
): Promise<RuledMembership | undefined> {
  return trx
    .selectFrom('members')
    .select(['role', 'rule_role', 'rule_group', 'own_role'])
    .where('person_key', '=', person_key)
    .where('newsletter_key', '=', newsletter_key)
    .where('removal_date', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Gives the person a role in the newsletter with what it follows from, whether or not they had one before. */
export async function putRuledMember(
  db: Database,
  person_key: number,
  newsletter_key: number,
  row: Omit<RuledMembership, 'role'> & { role: Role },
): Promise<void> {
  await db
    .insertInto('members')
    .values({ person_key, newsletter_key, ...row })
    .onConflict(conflict =>
      conflict.columns(['person_key', 'newsletter_key']).doUpdateSet({ ...row, removal_date: null }),
    )
    .execute();
}

/** Whether somebody other than this person owns the newsletter. */
export async function hasOtherOwner(
  db: Database,
  newsletter_key: number,
  person_key: number,
): Promise<boolean> {
  const found = await selectRoles(db, newsletter_key)
    .select('people.key')
    .where('people.key', '<>', person_key)
    .where(({ or, eb }) => or([eb('installation', '=', 'write'), eb('role', '=', 'owner')]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
