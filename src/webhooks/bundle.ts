import { sql } from 'kysely';
import { z } from 'zod';
import { keptFilter } from '../audience/filter/bundle.ts';
import { date, dateOrNull, freeText, id, tablePart } from '../platform/bundle/columns.ts';
import { line } from '../platform/http/fields.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { newSigningKey } from './webhook.ts';

const restReason = sentence('webhooks.was_enabled');

/** The webhooks, oldest first, disabled and without their signing keys. Imported webhooks get new keys. */
export const webhooksPart = tablePart({
  name: 'webhooks',
  columns: {
    id,
    url: { line: line(2000), type: 'text' },
    event_types: { line: z.array(line(100)), type: 'text[]' },
    email_ids: { line: z.array(z.uuid()).default([]), type: 'uuid[]' },
    automation_ids: { line: z.array(z.uuid()).default([]), type: 'uuid[]' },
    filters: { line: keptFilter.nullish(), type: 'jsonb' },
    description: freeText,
    signing_key: { type: 'text' },
    status: { type: 'webhook_status' },
    disabled_date: dateOrNull,
    disabled_reason: {
      ...freeText,
      out: sql`case when status = 'enabled' then ${sql.lit(restReason)} else disabled_reason end`,
    },
    creation_date: date,
    modification_date: date,
  },
  add: async (line, trx, { vault }) => ({
    ...line,
    status: 'disabled',
    signing_key: await vault.seal(trx, 'webhooks.signing_key', line.id, newSigningKey()),
  }),
});
