import { sql } from 'kysely';
import { z } from 'zod';
import { definePart, free, recordsOf, stamp, stampOrNull, uuid } from '../../platform/bundle/part.ts';
import { grantKinds, grantStates } from '../standing/grant.ts';
import { insertImportedGrants } from '../standing/import.ts';
import { copyStandings } from '../subscribers/settle.ts';

/** All grants, oldest first. Bundles of earlier versions have none: there, clients set a subscriber's type. */
export const grantsPart = definePart({
  name: 'grants',
  may_be_missing: true,
  line: z.strictObject({
    id: uuid,
    subscriber_id: uuid,
    kind: z.enum(grantKinds),
    state: z.enum(grantStates),
    source: free,
    reference: free,
    start_date: stamp,
    end_date: stampOrNull,
    grace_until: stampOrNull.default(null),
    message: free,
    created_by: free,
    creation_date: stamp,
    revoked_date: stampOrNull,
    revoked_by: free.nullable(),
    revoked_reason: free,
    is_void: z.boolean(),
  }),
  rows: ({ newsletter }) => sql`
    select grants.id, subscribers.id as subscriber_id, kind, state, grants.source, reference, start_date, end_date, grace_until,
      message, created_by, grants.creation_date, revoked_date, revoked_by, revoked_reason, is_void
    from grants join subscribers on subscribers.key = subscriber_key
    where grants.newsletter_key = ${newsletter.key} order by grants.key`,
  async take(trx, { newsletter }, lines) {
    const { rows } = await sql<{ subscriber_key: number }>`
      ${insertImportedGrants(
        newsletter.key,
        sql`
      select line.id, subscribers.key as subscriber_key, kind, state, line.source, reference, start_date, end_date,
        grace_until, message, created_by, line.creation_date, revoked_date, revoked_by, revoked_reason, is_void
      from ${recordsOf(
        lines,
        `id uuid, subscriber_id uuid, kind grant_kind, state grant_state, source text, reference text, start_date timestamptz,
        end_date timestamptz, grace_until timestamptz, message text, created_by text, creation_date timestamptz, revoked_date timestamptz,
        revoked_by text, revoked_reason text, is_void boolean`,
      )}
      join subscribers on subscribers.id = subscriber_id and subscribers.newsletter_key = ${newsletter.key}
      order by place`,
      )}`.execute(trx);
    const people = new Set(rows.map(row => row.subscriber_key));
    await copyStandings(trx, newsletter.key, [...people], new Date());
    return rows.length;
  },
});
