import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { prepare } from '../../platform/database/prepared.ts';
import { newId } from '../../platform/ids.ts';
import type { actorTypes } from './entry.ts';

export type Actor =
  | { type: 'key' | 'person'; by: string; ip_address: string }
  | { type: Exclude<(typeof actorTypes)[number], 'key' | 'person'> };

type Entry = {
  /** Null if the entry is about the installation. */
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
  await writeEntry(trx, {
    id: newId(),
    newsletter_id,
    action,
    actor_type: actor.type,
    by,
    ip_address,
    object_id,
    details: JSON.stringify(details),
  });
}

type EntryColumns = Record<'id' | 'action' | 'actor_type' | 'ip_address' | 'details', string> &
  Record<'newsletter_id' | 'by' | 'object_id', string | null>;

// The action may have deleted the key along with its newsletter.
const writeEntry = prepare<EntryColumns, object>(
  'write_audit_entry',
  ['id', 'newsletter_id', 'action', 'actor_type', 'by', 'ip_address', 'object_id', 'details'],
  given => sql`
    insert into audit_log
      (id, newsletter_id, action, actor_type, actor_id, actor_name, ip_address, object_id, details)
    select ${given.id}::uuid, ${given.newsletter_id}::uuid, ${given.action}, ${given.actor_type}, actor.id,
      coalesce(api_keys.name, nullif(people.name, ''), people.email_address, ''),
      ${given.ip_address}, ${given.object_id}, ${given.details}::jsonb
    from (select ${given.by}::uuid as id) as actor
    left join api_keys on api_keys.id = actor.id
    left join people on people.id = actor.id`,
);
