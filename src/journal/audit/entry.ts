import type { Selectable } from 'kysely';
import { z } from 'zod';
import { type Permissions, reaches } from '../../accounts/permissions.ts';
import type { AuditLog } from '../../platform/database/schema.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { listParameter, periodParameters } from '../../platform/http/query.ts';

export type AuditRow = Selectable<AuditLog>;

export const actorTypes = ['key', 'person', 'command_line', 'service', 'reader'] as const;

export const auditSchema = z
  .object({
    id: z.string(),
    creation_date: timestamp,
    newsletter_id: z.string().nullable().describe('Null if it concerns the whole installation'),
    action: z.string().describe('For example api_key.created'),
    actor_type: z.enum(actorTypes),
    actor_id: z.string().nullable().describe('Id of the API key or the person'),
    actor_name: z.string().describe('Name of the API key or the person at that time'),
    ip_address: z
      .string()
      .describe('IP address of the request; empty for the command line and the service itself'),
    object_id: z.string().nullable().describe('What was changed'),
    details: z
      .record(z.string(), z.unknown())
      .describe(
        '`fields` lists the fields that the request set. May also hold states, counts, the `tool` of an agent and the `reason` that somebody gave, never contents. The reason for lifting a suppression is left out without `subscribers: read`',
      ),
  })
  .meta({ id: 'AuditEntry' });

export const auditFilters = {
  newsletter_id: listParameter.describe('Newsletters to list; needs `installation: read`'),
  action: listParameter,
  actor_id: listParameter,
  object_id: listParameter,
  ...periodParameters('creation_date'),
};
export type AuditFilters = z.output<z.ZodObject<typeof auditFilters>>;

/** Shows the entry to a caller with these permissions. */
export function showEntry(
  { key, ...entry }: AuditRow,
  permissions: Permissions,
): z.input<typeof auditSchema> {
  const details = z.record(z.string(), z.unknown()).parse(entry.details);
  // People write the reason in their own words, which may name the subscriber.
  if (entry.action === 'suppression.lifted' && !reaches(permissions, 'subscribers', 'read'))
    delete details.reason;
  return {
    ...entry,
    actor_type: z.enum(actorTypes).parse(entry.actor_type),
    details,
  };
}
