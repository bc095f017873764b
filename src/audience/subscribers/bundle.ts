import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { addSuppressionKeys } from '../../accounts/queries.ts';
import { date, dateOrNull, freeText, id, type LineOf, statementsOf } from '../../platform/bundle/columns.ts';
import { countInserted, definePart, recordsOf, stamp, uuid } from '../../platform/bundle/part.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Standing, SubscriberType } from '../../platform/database/schema.ts';
import { normalAddress, parseMailAddress } from '../../platform/mail/address.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { tagIdsOf, tagKeysOf } from '../filter/bundle.ts';
import { subscriberTypes } from '../filter/fields.ts';
import { insertGrants } from '../standing/queries.ts';
import { mailStates, typeOf, wordOf } from '../standing/type.ts';
import { formerWord } from '../standing/words.ts';
import { bundled } from './fields.ts';
import { copyStandings } from './settle.ts';
import { sealKeys, suppressionKeys } from './suppression.ts';

const type = { line: z.enum(subscriberTypes), type: 'subscriber_type' } as const;

const columns = {
  id,
  email_address: {
    line: z.string().refine(address => parseMailAddress(address) === address, sentence('input.one_address')),
    type: 'text',
  },
  normal_address: { type: 'text' },
  // Where grants are missing, the type is what clients stated: premium, gifted and so on.
  type,
  // Bundles of earlier versions have none.
  mail_state: { line: z.enum(mailStates).optional(), type: 'mail_state' },
  tags: {
    line: z.array(uuid),
    type: 'jsonb',
    out: tagIdsOf(sql`subscribers.tags`),
    in: (newsletter_key: number) => tagKeysOf(newsletter_key, sql`line.tags`),
  },
  ...bundled,
  source: freeText,
  // Bundles of earlier versions have none.
  form_id: { line: z.string().default(''), type: 'text' },
  creation_date: date,
  modification_date: date,
  confirmation_date: dateOrNull,
  reminder_date: dateOrNull,
  unsubscription_date: dateOrNull,
  unsubscription_reason: freeText,
  last_open_date: dateOrNull,
  last_click_date: dateOrNull,
} as const;

const { line, types, names, selected, inserted } = statementsOf(columns);

type Line = LineOf<typeof columns> & { type_before_pause?: SubscriberType | null };

/** Selects the lines of the subscribers that meet the condition, oldest first. */
export function selectLines(where: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`select ${selected} from subscribers where ${where} order by key`;
}

/** The subscribers, oldest first. Imported subscribers are not asked to confirm. */
export const subscribersPart = definePart({
  name: 'subscribers',
  line: line.extend({
    // In bundles of earlier versions: the type that somebody had before they paused their mail.
    type_before_pause: type.line.nullable().optional(),
  }) as unknown as z.ZodType<Line>,
  rows: ({ newsletter }) => selectLines(sql`newsletter_key = ${newsletter.key}`),
  async take(trx, { newsletter: { key } }, lines: Line[]) {
    const states = lines.map(stateOf);
    const rows = lines.map((line, at) => ({
      ...line,
      ...states[at]!.row,
      normal_address: normalAddress(line.email_address),
    }));
    const count = await countInserted(
      trx,
      sql`
        insert into subscribers (newsletter_key, ${names})
        select ${key}, ${inserted(key)} from ${recordsOf(rows, types)} order by place`,
    );
    const said = lines.map(({ id }, at) => ({ id, standing: states[at]!.standing }));
    await takeWords(
      trx,
      key,
      said.filter(({ standing }) => standing !== 'regular'),
    );
    return count;
  },
});

/** Returns the row for a line, as for somebody without grants; and the standing that an earlier version says they have. */
function stateOf({ type, mail_state, type_before_pause }: Line) {
  const word = type === 'paused' && mail_state === undefined ? { mail_state: type } : wordOf(type);
  const mail = mail_state ?? ('mail_state' in word ? word.mail_state : 'subscribed');
  const before = wordOf(type === 'paused' ? (type_before_pause ?? 'regular') : type);
  const standing = mail_state === undefined && 'standing' in before ? before.standing : 'regular';
  return { row: { mail_state: mail, type: typeOf({ mail_state: mail, standing: 'regular' }) }, standing };
}

/** Turns the types of these people from earlier versions into grants. */
async function takeWords(trx: Database, newsletter_key: number, said: { id: string; standing: Standing }[]) {
  if (said.length === 0) return;
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
    new Date(),
  );
}

const hex = z.string().regex(/^[0-9a-f]{64}$/, sentence('input.hash'));

/** The keys with which suppressions are hashed. Anybody who has them can test whether a known address was erased. */
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
  insert: ({ newsletter }, lines) => sql`
    insert into suppressions (newsletter_key, address_hash, portable, creation_date)
    select ${newsletter.key}, decode(address_hash, 'hex'), true, creation_date
    from ${recordsOf(lines, 'address_hash text, creation_date timestamptz')}`,
});
