import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { DkimKeys } from '../platform/database/schema.ts';
import { timestamp } from '../platform/http/fields.ts';
import { algorithms } from '../platform/mail/dkim.ts';
import { sentence } from '../platform/sentences/sentence.ts';

export type DkimKeyRow = Selectable<DkimKeys>;

const keyStatuses = ['waiting', 'active', 'retired'] as const;

export const dkimKeySchema = z
  .object({
    id: z.string(),
    domain: z.string(),
    selector: z.string(),
    algorithm: z.enum(algorithms),
    status: z.enum(keyStatuses).describe('waiting: not in DNS yet, signs nothing; retired: no longer signs'),
    record_name: z.string().describe('Name of its TXT record'),
    record: z.string().describe('Value of its TXT record'),
    creation_date: timestamp,
    status_date: timestamp,
  })
  .meta({ id: 'DkimKey' });

export const dkimKeyUpdate = z.object({
  status: z.enum(['active', 'retired'], sentence('input.key_status')),
});

export function showDkimKey({ domain, selector, ...key }: DkimKeyRow): z.input<typeof dkimKeySchema> {
  return { ...key, domain, selector, record_name: recordName({ domain, selector }) };
}

export function recordName({ domain, selector }: Pick<DkimKeyRow, 'domain' | 'selector'>): string {
  return `${selector}._domainkey.${domain}`;
}
