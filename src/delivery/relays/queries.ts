import type { Database } from '../../platform/database/connect.ts';

/** The address of the person with this id; empty until they have entered one. */
export async function findAddress(db: Database, person_id: string): Promise<string> {
  const { email_address } = await db
    .selectFrom('people')
    .select('email_address')
    .where('id', '=', person_id)
    .executeTakeFirstOrThrow();
  return email_address;
}
