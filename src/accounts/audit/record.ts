import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { actorTypes } from './entry.ts';

export type Actor =
  | { type: 'key' | 'person'; by: string; ip_address: string }
  | { type: Exclude<(typeof actorTypes)[number], 'key' | 'person'> };

type Entry = {
  /** Null for the installation. */
  newsletter_id: string | null;
  action: string;
  object_id: string | null;
  /** Field names, states, counts, and why somebody made an exception; never contents, addresses or secrets. */
  details?: Record<string, string | number | string[]>;
};

/** Records who did what, in the transaction that did it. */
export async function recordAudit(
  trx: Database,
  actor: Actor,
  { newsletter_id, action, object_id, details = {} }: Entry,
): Promise<void> {
  const { by, ip_address } = 'by' in actor ? actor : { by: null, ip_address: '' };
  // The action may have deleted the key along with its newsletter.
  await sql`
    insert into audit_log
      (id, newsletter_id, action, actor_type, actor_id, actor_name, ip_address, object_id, details)
    select ${newId()}::uuid, ${newsletter_id}::uuid, ${action}, ${actor.type}, actor.id,
      coalesce(api_keys.name, nullif(people.name, ''), people.email_address, ''),
      ${ip_address}, ${object_id}, ${JSON.stringify(details)}::jsonb
    from (select ${by}::uuid as id) as actor
    left join api_keys on api_keys.id = actor.id
    left join people on people.id = actor.id`.execute(trx);
}
