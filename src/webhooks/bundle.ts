import { sql } from 'kysely';
import { z } from 'zod';
import {
  countInserted,
  definePart,
  free,
  recordsOf,
  stamp,
  stampOrNull,
  uuid,
} from '../platform/bundle/part.ts';
import { line } from '../platform/http/fields.ts';
import { newSigningKey } from './webhook.ts';

const restReason =
  'It was enabled where its newsletter was exported. Give its new signing key to the receiver, then enable it.';

/** The webhooks, oldest first, disabled and without their signing keys. Imported webhooks get new keys. */
export const webhooksPart = definePart({
  name: 'webhooks',
  line: z.strictObject({
    id: uuid,
    url: line(2000),
    event_types: z.array(line(100)),
    description: free,
    disabled_date: stampOrNull,
    disabled_reason: free,
    creation_date: stamp,
    modification_date: stamp,
  }),
  rows: ({ newsletter }) => sql`
    select id, url, event_types, description, disabled_date,
      case when status = 'enabled' then ${sql.lit(restReason)} else disabled_reason end as disabled_reason,
      creation_date, modification_date
    from webhooks where newsletter_key = ${newsletter.key} order by key`,
  async take(trx, { newsletter, vault }, lines) {
    const rows: object[] = [];
    for (const line of lines)
      rows.push({
        ...line,
        signing_key: await vault.seal(trx, 'webhooks.signing_key', line.id, newSigningKey()),
      });
    return countInserted(
      trx,
      sql`
        insert into webhooks (newsletter_key, id, url, event_types, description, signing_key, status, disabled_date,
          disabled_reason, creation_date, modification_date)
        select ${newsletter.key}, id, url, event_types, description, signing_key, 'disabled', disabled_date,
          disabled_reason, creation_date, modification_date
        from ${recordsOf(
          rows,
          `id uuid, url text, event_types text[], description text, signing_key text, disabled_date timestamptz,
          disabled_reason text, creation_date timestamptz, modification_date timestamptz`,
        )} order by place`,
    );
  },
});
