import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { addSuppressionKeys } from '../../accounts/queries.ts';
import {
  countInserted,
  definePart,
  free,
  json,
  recordsOf,
  stamp,
  stampOrNull,
  uuid,
} from '../../platform/bundle/part.ts';
import { languageTag } from '../../platform/languages/tag.ts';
import { normalAddress, parseMailAddress } from '../../platform/mail/address.ts';
import { tagIdsOf, tagKeysOf } from '../filter/bundle.ts';
import { subscriberTypes } from '../filter/fields.ts';
import { sealKeys, suppressionKeys } from './suppression.ts';

const type = z.enum(subscriberTypes);

/** The lines of the subscribers that meet the condition, oldest first. */
export function selectLines(where: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`
    select id, email_address, type, ${tagIdsOf(sql`subscribers.tags`)} as tags, metadata, notes, source, referrer_url,
      utm_campaign, utm_medium, utm_source, ip_address, locale, creation_date, modification_date, confirmation_date, reminder_date,
      unsubscription_date, unsubscription_reason, last_open_date, last_click_date, type_before_pause
    from subscribers where ${where} order by key`;
}

/** The subscribers, oldest first. Imported subscribers are not asked to confirm. */
export const subscribersPart = definePart({
  name: 'subscribers',
  line: z.strictObject({
    id: uuid,
    email_address: z
      .string()
      .refine(address => parseMailAddress(address) === address, 'must be one email address'),
    type,
    tags: z.array(uuid),
    metadata: json,
    notes: free,
    source: free,
    referrer_url: free,
    utm_campaign: free,
    utm_medium: free,
    utm_source: free,
    ip_address: free,
    locale: languageTag,
    creation_date: stamp,
    modification_date: stamp,
    confirmation_date: stampOrNull,
    reminder_date: stampOrNull,
    unsubscription_date: stampOrNull,
    unsubscription_reason: free,
    last_open_date: stampOrNull,
    last_click_date: stampOrNull,
    type_before_pause: type.nullable(),
  }),
  rows: ({ newsletter }) => selectLines(sql`newsletter_key = ${newsletter.key}`),
  take: (trx, { newsletter }, lines) =>
    countInserted(
      trx,
      sql`
        insert into subscribers (newsletter_key, id, email_address, normal_address, type, tags, metadata, notes, source,
          referrer_url, utm_campaign, utm_medium, utm_source, ip_address, locale, creation_date, modification_date, confirmation_date,
          reminder_date, unsubscription_date, unsubscription_reason, last_open_date, last_click_date, type_before_pause)
        select ${newsletter.key}, id, email_address, normal_address, type, ${tagKeysOf(newsletter.key, sql`line.tags`)},
          metadata, notes, source, referrer_url, utm_campaign, utm_medium, utm_source, ip_address, locale, creation_date,
          modification_date, confirmation_date, reminder_date, unsubscription_date, unsubscription_reason, last_open_date,
          last_click_date, type_before_pause
        from ${recordsOf(
          lines.map(line => ({ ...line, normal_address: normalAddress(line.email_address) })),
          `id uuid, email_address text, normal_address text, type subscriber_type, tags jsonb, metadata jsonb, notes text,
          source text, referrer_url text, utm_campaign text, utm_medium text, utm_source text, ip_address text, locale text,
          creation_date timestamptz, modification_date timestamptz, confirmation_date timestamptz, reminder_date timestamptz,
          unsubscription_date timestamptz, unsubscription_reason text, last_open_date timestamptz,
          last_click_date timestamptz, type_before_pause subscriber_type`,
        )} order by place`,
    ),
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
