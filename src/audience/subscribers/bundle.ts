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
import type { Database } from '../../platform/database/connect.ts';
import type { MailState, Standing, SubscriberType } from '../../platform/database/schema.ts';
import { normalAddress, parseMailAddress } from '../../platform/mail/address.ts';
import { tagIdsOf, tagKeysOf } from '../filter/bundle.ts';
import { subscriberTypes } from '../filter/fields.ts';
import { insertGrants } from '../standing/queries.ts';
import { mailStates, typeOf, wordOf } from '../standing/type.ts';
import { formerWord } from '../standing/words.ts';
import { copyStandings } from './settle.ts';
import { sealKeys, suppressionKeys } from './suppression.ts';

const type = z.enum(subscriberTypes);

/** The lines of the subscribers that meet the condition, oldest first. */
export function selectLines(where: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`
    select id, email_address, type, mail_state, ${tagIdsOf(sql`subscribers.tags`)} as tags, metadata, notes, source, referrer_url,
      utm_campaign, utm_medium, utm_source, ip_address, creation_date, modification_date, confirmation_date, reminder_date,
      unsubscription_date, unsubscription_reason, last_open_date, last_click_date
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
    // Without grants, it is what clients said: premium, gifted and so on.
    type,
    mail_state: z.enum(mailStates).optional(),
    tags: z.array(uuid),
    metadata: json,
    notes: free,
    source: free,
    referrer_url: free,
    utm_campaign: free,
    utm_medium: free,
    utm_source: free,
    ip_address: free,
    creation_date: stamp,
    modification_date: stamp,
    confirmation_date: stampOrNull,
    reminder_date: stampOrNull,
    unsubscription_date: stampOrNull,
    unsubscription_reason: free,
    last_open_date: stampOrNull,
    last_click_date: stampOrNull,
    // In bundles of earlier versions: the type that somebody had before they paused their mail.
    type_before_pause: type.nullable().optional(),
  }),
  rows: ({ newsletter }) => selectLines(sql`newsletter_key = ${newsletter.key}`),
  async take(trx, { newsletter }, lines) {
    const states = lines.map(stateOf);
    const count = await countInserted(
      trx,
      sql`
        insert into subscribers (newsletter_key, id, email_address, normal_address, type, mail_state, tags, metadata, notes, source,
          referrer_url, utm_campaign, utm_medium, utm_source, ip_address, creation_date, modification_date, confirmation_date,
          reminder_date, unsubscription_date, unsubscription_reason, last_open_date, last_click_date)
        select ${newsletter.key}, id, email_address, normal_address, type, mail_state, ${tagKeysOf(newsletter.key, sql`line.tags`)},
          metadata, notes, source, referrer_url, utm_campaign, utm_medium, utm_source, ip_address, creation_date,
          modification_date, confirmation_date, reminder_date, unsubscription_date, unsubscription_reason, last_open_date,
          last_click_date
        from ${recordsOf(
          lines.map((line, at) => ({
            ...line,
            ...states[at]!.row,
            normal_address: normalAddress(line.email_address),
          })),
          `id uuid, email_address text, normal_address text, type subscriber_type, mail_state mail_state, tags jsonb, metadata jsonb, notes text,
          source text, referrer_url text, utm_campaign text, utm_medium text, utm_source text, ip_address text,
          creation_date timestamptz, modification_date timestamptz, confirmation_date timestamptz, reminder_date timestamptz,
          unsubscription_date timestamptz, unsubscription_reason text, last_open_date timestamptz,
          last_click_date timestamptz`,
        )} order by place`,
    );
    await takeWords(
      trx,
      newsletter.key,
      lines.flatMap(({ id }, at) => {
        const { standing } = states[at]!;
        return standing === 'regular' ? [] : [{ id, standing }];
      }),
    );
    return count;
  },
});

/** What becomes of a line: its row, as of somebody without grants; and the standing that an earlier version says they have. */
function stateOf({
  type,
  mail_state,
  type_before_pause,
}: {
  type: SubscriberType;
  mail_state?: MailState;
  type_before_pause?: SubscriberType | null;
}) {
  const word = type === 'paused' && mail_state === undefined ? { mail_state: type } : wordOf(type);
  const mail = mail_state ?? ('mail_state' in word ? word.mail_state : 'subscribed');
  const before = wordOf(type === 'paused' ? (type_before_pause ?? 'regular') : type);
  const standing = mail_state === undefined && 'standing' in before ? before.standing : 'regular';
  return { row: { mail_state: mail, type: typeOf({ mail_state: mail, standing: 'regular' }) }, standing };
}

/** Turns what earlier versions knew as the type of these people into grants. */
async function takeWords(trx: Database, newsletter_key: number, said: { id: string; standing: Standing }[]) {
  if (said.length === 0) return;
  const now = new Date();
  const people = await trx
    .selectFrom('subscribers')
    .select(['key', 'id', 'newsletter_key', 'creation_date'])
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', sql<string>`any(${said.map(({ id }) => id)}::uuid[])`)
    .execute();
  const standings = new Map(said.map(({ id, standing }) => [id, standing]));
  const grants = people.flatMap(person =>
    formerWord(person, standings.get(person.id)!, person.creation_date),
  );
  await insertGrants(trx, grants);
  await copyStandings(
    trx,
    newsletter_key,
    people.map(({ key }) => key),
    now,
  );
}

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
