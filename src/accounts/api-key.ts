import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { ApiKeys } from '../platform/database/schema.ts';
import { line, timestamp, timestampInput } from '../platform/http/fields.ts';
import { boundsInput, boundsSchema } from './bounds.ts';
import { permissionsSchema } from './permissions.ts';

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    permissions: permissionsSchema,
    bounds: boundsSchema,
    creation_date: timestamp,
    expiry_date: timestamp.nullable().describe('When it stops working; null for a key that does not expire'),
    revocation_date: timestamp.nullable().describe('When it was revoked'),
    last_used_date: timestamp.nullable().describe('When it was last used, to the minute'),
  })
  .meta({ id: 'ApiKey' });

export const pastExpiry = 'this is in the past; use a later time, or leave it out';

export const apiKeyCreate = z.object({
  name: line(100)
    .regex(/\S/, 'use a name that says what the key is for')
    .trim()
    .describe('What the key is for, in at most 100 characters'),
  permissions: permissionsSchema
    .strict()
    .describe('A level for each area; an area that is not named is none'),
  bounds: boundsInput
    .nullish()
    .transform(bounds => bounds ?? {})
    .describe('What limits it within its permissions; what is left out is as the calling key has it'),
  expiry_date: timestampInput
    .refine(isAhead, pastExpiry)
    .nullish()
    .describe('When it stops working. Without it, when the calling key does; null never'),
});
export type ApiKeyCreate = z.output<typeof apiKeyCreate>;

/** Whether a time is still to come. */
export function isAhead(date: string): boolean {
  return Date.parse(date) > Date.now();
}

type Row = Omit<Selectable<ApiKeys>, 'hash' | 'key' | 'newsletter_key'>;

/** The key as the API shows it: nothing that its secret could be learned from. */
export function showKey({ permissions, bounds, ...key }: Row): z.output<typeof apiKeySchema> {
  return { ...key, permissions: permissionsSchema.parse(permissions), bounds: boundsSchema.parse(bounds) };
}
