import { findMembershipOf } from '../../accounts/people/member-queries.ts';
import type { Database } from '../../platform/database/connect.ts';

/** Whether `by` is a person who may add subscribers to this newsletter. A key works in one newsletter only. */
export async function mayManage(db: Database, newsletter_key: number, by: string | null): Promise<boolean> {
  const member = by === null ? undefined : await findMembershipOf(db, newsletter_key, by);
  return member?.installation === 'write' || member?.role === 'owner' || member?.role === 'editor';
}
