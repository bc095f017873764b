import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { DkimKeys } from '../../platform/database/schema.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { algorithms } from '../../platform/mail/dkim.ts';

export type DkimKeyRow = Selectable<DkimKeys>;

const keyStatuses = ['waiting', 'active', 'retired'] as const;

export const dkimKeySchema = z
  .object({
    id: z.string(),
    domain: z.string(),
    selector: z.string(),
    algorithm: z.enum(algorithms),
    status: z
      .enum(keyStatuses)
      .describe('waiting: DNS does not show it yet, and nothing is signed with it; retired: signs no more'),
    record_name: z.string().describe('Where its TXT record belongs'),
    record: z.string().describe('What the TXT record says'),
    creation_date: timestamp,
    status_date: timestamp,
  })
  .meta({ id: 'DkimKey' });

export const dkimKeyUpdate = z.object({
  status: z.enum(['active', 'retired'], 'use active to sign with it whatever DNS shows, or retired'),
});

export function showDkimKey({ domain, selector, ...key }: DkimKeyRow): z.input<typeof dkimKeySchema> {
  return { ...key, domain, selector, record_name: recordName({ domain, selector }) };
}

export function recordName({ domain, selector }: Pick<DkimKeyRow, 'domain' | 'selector'>): string {
  return `${selector}._domainkey.${domain}`;
}
