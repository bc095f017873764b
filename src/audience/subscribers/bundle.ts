import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { addSuppressionKeys } from '../../accounts/queries.ts';
import { date, dateOrNull, freeText, id, statementsOf, tablePart } from '../../platform/bundle/columns.ts';
import { countInserted, definePart, recordsOf, stamp, uuid } from '../../platform/bundle/part.ts';
import { normalAddress, parseMailAddress } from '../../platform/mail/address.ts';
import { tagIdsOf, tagKeysOf } from '../filter/bundle.ts';
import { subscriberTypes } from '../filter/fields.ts';
import { bundled } from './fields.ts';
import { sealKeys, suppressionKeys } from './suppression.ts';

const type = { line: z.enum(subscriberTypes), type: 'subscriber_type' } as const;

const columns = {
  id,
  email_address: {
    line: z.string().refine(address => parseMailAddress(address) === address, 'must be one email address'),
    type: 'text',
  },
  normal_address: { type: 'text' },
  type,
  tags: {
    line: z.array(uuid),
    type: 'jsonb',
    out: tagIdsOf(sql`subscribers.tags`),
    in: (newsletter_key: number) => tagKeysOf(newsletter_key, sql`line.tags`),
  },
  ...bundled,
  source: freeText,
  creation_date: date,
  modification_date: date,
  confirmation_date: dateOrNull,
  reminder_date: dateOrNull,
  unsubscription_date: dateOrNull,
  unsubscription_reason: freeText,
  last_open_date: dateOrNull,
  last_click_date: dateOrNull,
  type_before_pause: { ...type, line: type.line.nullable() },
} as const;

/** The lines of the subscribers that meet the condition, oldest first. */
export function selectLines(where: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`select ${statementsOf(columns).selected} from subscribers where ${where} order by key`;
}

/** The subscribers, oldest first. Imported subscribers are not asked to confirm. */
export const subscribersPart = tablePart({
  name: 'subscribers',
  columns,
  add: line => ({ ...line, normal_address: normalAddress(line.email_address) }),
});

const hex = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

/** The keys that suppressions are hashed with. Anybody who has them can test whether a known address was erased. */
export const suppressionKeysPart = definePart({
  name: 'suppression_keys',
  line: z.strictObject({ key: hex }),
  rows: ({ newsletter, secret }) => sql`
    select key from unnest(${suppressionKeys(secret, newsletter).map(key => key.toString('hex'))}::text[]) key`,
  async take(trx, { newsletter, secret }, lines) {
    const keys = sealKeys(
      secret,
      newsletter.id,
      lines.map(({ key }) => Buffer.from(key, 'hex')),
    );
    await addSuppressionKeys(trx, newsletter.key, keys);
    return lines.length;
  },
});

/** The hashes of the addresses of erased people, so that no import brings them back. */
export const suppressionsPart = definePart({
  name: 'suppressions',
  line: z.strictObject({ address_hash: hex, creation_date: stamp }),
  rows: ({ newsletter }) => sql`
    select encode(address_hash, 'hex') as address_hash, creation_date from suppressions
    where newsletter_key = ${newsletter.key} and portable order by suppressions.address_hash`,
  take: (trx, { newsletter }, lines) =>
    countInserted(
      trx,
      sql`
        insert into suppressions (newsletter_key, address_hash, portable, creation_date)
        select ${newsletter.key}, decode(address_hash, 'hex'), true, creation_date
        from ${recordsOf(lines, 'address_hash text, creation_date timestamptz')}`,
    ),
});
