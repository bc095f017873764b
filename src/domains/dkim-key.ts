import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { DkimKeys } from '../platform/database/schema.ts';
import { day_ms } from '../platform/durations.ts';
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
    status: z
      .enum(keyStatuses)
      .describe('waiting: it is not in DNS yet and signs nothing. retired: it no longer signs'),
    record_name: z.string().describe('Name of its TXT record'),
    record: z.string().describe('Value of its TXT record'),
    alias_name: z
      .string()
      .nullable()
      .describe(
        'Name of the CNAME record that leads to its TXT record, which the operator publishes; null if the TXT record is in the domain itself',
      ),
    is_planned: z.boolean().describe('Whether it was made on schedule (`dkim_rotation_months`)'),
    record_until: timestamp
      .nullable()
      .describe(
        'For a retired key: until when its TXT record must stay, because mail that it signed is still on its way',
      ),
    is_destroyed: z
      .boolean()
      .describe(
        'Whether its private half has been destroyed. It can then never sign again, and its TXT record may be removed',
      ),
    creation_date: timestamp,
    status_date: timestamp,
  })
  .meta({ id: 'DkimKey' });

export const dkimKeyUpdate = z.object({
  status: z.enum(['active', 'retired'], sentence('input.key_status')),
});

export const dkimKeyCreate = z.object({
  is_delegated: z
    .boolean()
    .optional()
    .describe(
      'Whether the TXT record is in the zone of the operator (DKIM_ZONE), and the domain has two CNAME records that stay for ever; by default, if there is such a zone',
    ),
});

/** How long a record stays in DNS after its key was retired: longer than mail is on its way. */
export const overlapDays = 7;

export function showDkimKey(row: DkimKeyRow): z.input<typeof dkimKeySchema> {
  const { target, status, status_date, private_key } = row;
  const is_destroyed = private_key === '';
  return {
    ...row,
    record_name: target || recordName(row),
    alias_name: target ? recordName(row) : null,
    record_until:
      status === 'retired' && !is_destroyed
        ? new Date(Date.parse(status_date) + overlapDays * day_ms).toISOString()
        : null,
    is_destroyed,
  };
}

export function recordName({ domain, selector }: Pick<DkimKeyRow, 'domain' | 'selector'>): string {
  return `${selector}._domainkey.${domain}`;
}

/** The selectors that the domain of a newsletter delegates. While the key of one selector signs, its successor is made in the other. */
const slots = [1, 2];

/**
 * Returns the aliases of a newsletter's domain to names below the operator's zone. Each newsletter has names of its own, even for the same
 * domain, so that nobody signs with an alias that was published for somebody else.
 */
export function aliasesFor(
  { id }: { id: string },
  domain: string,
  zone: string,
): { selector: string; target: string }[] {
  const name = createHash('sha256').update(`${id} ${domain}`).digest('hex').slice(0, 12);
  return slots.map(slot => ({ selector: `pr${slot}-${name}`, target: `pr${slot}-${name}.${zone}` }));
}

/** Returns both aliases of the domain; one of them leads to this key. */
export function aliasesOf({ selector, target }: Pick<DkimKeyRow, 'selector' | 'target'>) {
  const zone = target.slice(target.indexOf('.') + 1);
  return slots.map(slot => {
    const sibling = selector.replace(/^pr\d/, `pr${slot}`);
    return { selector: sibling, target: `${sibling}.${zone}` };
  });
}
