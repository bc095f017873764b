import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { keptFilter, tagIdsOf, tagKeysOf } from '../audience/filter/bundle.ts';
import {
  type Column,
  date,
  dateOrNull,
  flag,
  freeText,
  id,
  idOrNull,
  tablePart,
} from '../platform/bundle/columns.ts';
import { definePart, free, recordsOf, stamp, uuid, whole } from '../platform/bundle/part.ts';
import { line } from '../platform/http/fields.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { bundledAs, type FieldName, fieldNames } from './fields.ts';
import { secondTryTo } from './missed.ts';

/**
 * The status in a bundle. A scheduled email is imported as a draft that keeps its date, and an email that was being sent as `errored`, so
 * that a person decides whether the new installation sends the rest.
 */
const statusAtRest = sql`case
  when status not in ('scheduled', 'about_to_send', 'in_flight') then status::text
  when audience_bound is null then 'draft' else 'errored' end`;

const cutReason = sentence('emails.was_sending');

/**
 * Returns SQL for the place of a subscriber: how many of the newsletter's subscribers have a key up to this one. It is the same in every
 * installation.
 */
const placeOf = (key: RawBuilder<unknown>) => sql`case
  when audience_frozen or ${key} is null or ${key} = 0 then ${key} * 0
  else (select count(*) from subscribers where newsletter_key = emails.newsletter_key and key <= ${key}) end`;

const keyAt = (newsletter_key: number, place: RawBuilder<unknown>) => sql`case
  when ${place} is null or ${place} = 0 then ${place}
  else (select key from subscribers where newsletter_key = ${newsletter_key} order by key offset ${place} - 1 limit 1) end`;

/** The meaning of a filter when sending began, with ids in place of database keys. */
const audienceLine = z.strictObject({
  as_of: stamp,
  group: keptFilter,
  segments: z.record(z.string(), keptFilter),
  tags: z.array(uuid),
  emails: z.array(uuid),
  recent: z.array(uuid),
});

const idsOf = (table: 'tags' | 'emails', name: string) => sql`coalesce((
  select json_agg(id order by id) from jsonb_each(audience -> ${sql.lit(name)}) named
  join ${sql.table(table)} known on known.id = named.key::uuid), '[]')`;

const audienceOut = sql`case when audience is not null then json_build_object(
  'as_of', audience ->> 'as_of', 'group', audience -> 'group', 'segments', audience -> 'segments',
  'tags', ${idsOf('tags', 'tags')}, 'emails', ${idsOf('emails', 'emails')},
  'recent', coalesce((select json_agg(recent.id order by place)
    from jsonb_array_elements_text(audience -> 'recent') with ordinality as named (email_key, place)
    join emails recent on recent.key = email_key::bigint), '[]')) end`;

const columns: Record<string, Column> = {
  id,
  ...Object.fromEntries(fieldNames.map(name => [name, fieldOf(name)])),
  status: { ...fieldOf('status'), out: statusAtRest },
  status_date: date,
  status_reason: {
    ...freeText,
    out: sql`case when status = 'in_flight' then ${sql.lit(cutReason)} else status_reason end`,
  },
  source: { line: line(100), type: 'text' },
  automation_id: idOrNull,
  // Bundles of earlier versions have neither.
  second_try_of: { ...idOrNull, line: uuid.nullable().default(null) },
  second_try_to: { line: z.enum(secondTryTo).nullable().default(null), type: 'second_try_to' },
  creation_date: date,
  modification_date: date,
  served_date: dateOrNull,
  mailed: {
    line: z
      .strictObject({
        subject: free,
        body: free,
        description: free,
        custom_teaser: free.optional(),
        variant_bodies: z.array(free.nullable()).optional(),
      })
      .nullable(),
    type: 'jsonb',
  },
  recipients_chosen: flag,
  audience: { line: audienceLine.nullable(), type: 'jsonb', out: audienceOut },
  audience_bound: { line: whole.nullable(), ...place('audience_bound') },
  frozen_up_to: { line: whole, ...place('frozen_up_to') },
  audience_frozen: flag,
  deliveries_dropped_date: dateOrNull,
};

/** Returns the column of a field. Keys of tags are ids in a bundle. */
function fieldOf(name: FieldName): Column {
  const { line, type } = bundledAs(name);
  const value = sql.ref(name);
  if (type !== 'int[]') return { line, type };
  return { line, type: 'jsonb', out: tagIdsOf(value), in: key => tagKeysOf(key, value) };
}

/** Returns a column with the key of a subscriber; in a bundle, it is their place. */
function place(name: string): Omit<Column, 'line'> {
  const key = sql.ref(name);
  return { type: 'bigint', out: placeOf(key), in: newsletter_key => keyAt(newsletter_key, key) };
}

/** The emails with their sources, oldest first, at rest. */
export const emailsPart = tablePart({
  name: 'emails',
  columns,
  // A filter may refer to any email of the newsletter, so keys are looked up once all emails are inserted.
  async end(trx, { newsletter }) {
    const keysOf = (table: 'tags' | 'emails') => sql`coalesce((
      select jsonb_object_agg(known.id, known.key) from jsonb_array_elements_text(audience -> ${sql.lit(table)}) named (id)
      join ${sql.table(table)} known on known.id = named.id::uuid and known.newsletter_key = ${newsletter.key}), '{}')`;
    await sql`
      update emails set audience = audience || jsonb_build_object(
        'newsletter_key', ${newsletter.key}::int, 'tags', ${keysOf('tags')}, 'emails', ${keysOf('emails')},
        'recent', coalesce((select jsonb_agg(known.key order by place)
          from jsonb_array_elements_text(audience -> 'recent') with ordinality as named (id, place)
          join emails known on known.id = named.id::uuid and known.newsletter_key = ${newsletter.key}), '[]'))
      where newsletter_key = ${newsletter.key} and audience is not null`.execute(trx);
  },
});

/** Former slugs of emails. Their addresses redirect to the current ones. */
export const slugsPart = definePart({
  name: 'slugs',
  line: z.strictObject({ slug: line(200), email_id: uuid }),
  rows: ({ newsletter }) => sql`
    select former_slugs.slug, emails.id as email_id from former_slugs join emails on emails.key = email_key
    where former_slugs.newsletter_key = ${newsletter.key} order by former_slugs.slug collate "C"`,
  insert: ({ newsletter }, lines) => sql`
    insert into former_slugs (newsletter_key, slug, email_key)
    select ${newsletter.key}, line.slug, emails.key
    from ${recordsOf(lines, 'slug text, email_id uuid')}
    join emails on emails.id = email_id and newsletter_key = ${newsletter.key}`,
});
