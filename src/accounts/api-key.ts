import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { ApiKeys } from '../platform/database/schema.ts';
import { line, timestamp, timestampInput } from '../platform/http/fields.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { boundsInput, boundsSchema } from './bounds.ts';
import { permissionsSchema } from './permissions.ts';

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    permissions: permissionsSchema,
    bounds: boundsSchema,
    created_by: z
      .string()
      .nullable()
      .describe('Id of the person or key that created it; null: the command line, or unknown'),
    creation_date: timestamp,
    expiry_date: timestamp.nullable().describe('When the key expires; null if it does not'),
    revocation_date: timestamp.nullable().describe('When the key was revoked'),
    last_used_date: timestamp.nullable().describe('When the key was last used, to the minute'),
  })
  .meta({ id: 'ApiKey' });

export const pastExpiry = sentence('input.future');

export const apiKeyCreate = z.object({
  name: line(100)
    .regex(/\S/, sentence('input.name_the_key'))
    .trim()
    .describe('What the key is for, in at most 100 characters'),
  permissions: permissionsSchema
    .strict()
    .describe('A level for each area; areas that are not listed get none'),
  bounds: boundsInput
    .nullish()
    .transform(bounds => bounds ?? {})
    .describe('Limits within the permissions; omitted ones are copied from the calling key'),
  expiry_date: timestampInput
    .refine(isAhead, pastExpiry)
    .nullish()
    .describe('When the key expires. Defaults to the expiry of the calling key; null means never'),
});
export type ApiKeyCreate = z.output<typeof apiKeyCreate>;

export function isAhead(date: string): boolean {
  return Date.parse(date) > Date.now();
}

type Row = Omit<Selectable<ApiKeys>, 'hash' | 'key' | 'newsletter_key'>;

/** Returns the key as the API shows it, without anything that reveals its secret. */
export function showKey({ permissions, bounds, ...key }: Row): z.output<typeof apiKeySchema> {
  return { ...key, permissions: permissionsSchema.parse(permissions), bounds: boundsSchema.parse(bounds) };
}
