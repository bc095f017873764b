import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { keptFilter, tagIdsOf, tagKeysOf } from '../audience/filter/bundle.ts';
import {
  countInserted,
  definePart,
  free,
  json,
  recordsOf,
  stamp,
  stampOrNull,
  uuid,
  whole,
} from '../platform/bundle/part.ts';
import { line, webAddress } from '../platform/http/fields.ts';
import { archivalModes, commentingModes, emailTemplates, emailTypes } from './email.ts';

/** An email with one of these statuses does not send itself. */
const statusesAtRest = ['draft', 'errored', 'imported', 'sent', 'deleted'] as const;

/**
 * The status in a bundle. A scheduled email is imported as a draft that keeps its date, and one that was being sent as
 * `errored`, so that a person decides whether the new installation sends the rest.
 */
const statusAtRest = sql`case
  when status not in ('scheduled', 'about_to_send', 'in_flight') then status::text
  when audience_bound is null then 'draft' else 'errored' end`;

const cutReason =
  'It was being sent when its newsletter was exported. Set status about_to_send to send it from here to those who are still planned; make sure first that it was stopped where it came from.';

/** How many of the newsletter's subscribers have a key up to this one. The number is the same in every installation. */
const placeOf = (key: RawBuilder<unknown>) => sql`case
  when audience_frozen or ${key} is null or ${key} = 0 then ${key} * 0
  else (select count(*) from subscribers where newsletter_key = emails.newsletter_key and key <= ${key}) end`;

const keyAt = (newsletter_key: number, place: RawBuilder<unknown>) => sql`case
  when ${place} is null or ${place} = 0 then ${place}
  else (select key from subscribers where newsletter_key = ${newsletter_key} order by key offset ${place} - 1 limit 1) end`;

/** What a filter meant when sending began, with ids in place of database keys. */
const audienceLine = z.strictObject({
  as_of: stamp,
  group: keptFilter,
  segments: z.record(z.string(), keptFilter),
  tags: z.array(uuid),
  emails: z.array(uuid),
  recent: z.array(uuid),
});

const emailLine = z.strictObject({
  id: uuid,
  subject: line(2000),
  body: free,
  description: free,
  canonical_url: webAddress,
  image: webAddress,
  slug: z.string().regex(/^[a-zA-Z0-9_-]{1,200}$/, 'must be a slug'),
  source: line(100),
  email_type: z.enum(emailTypes),
  status: z.enum(statusesAtRest, 'must be a status in which nothing goes out'),
  status_date: stamp,
  status_reason: free,
  included_tags: z.array(uuid),
  excluded_tags: z.array(uuid),
  filters: keptFilter.nullable(),
  attachments: z.array(uuid),
  metadata: json,
  should_send_teaser: z.boolean(),
  custom_teaser: free,
  secondary_id: whole.nullable(),
  archival_mode: z.enum(archivalModes),
  featured: z.boolean(),
  commenting_mode: z.enum(commentingModes),
  related_email_ids: z.array(uuid),
  template: z.enum(emailTemplates).nullable(),
  automation_id: uuid.nullable(),
  creation_date: stamp,
  modification_date: stamp,
  publish_date: stampOrNull,
  served_date: stampOrNull,
  mailed: z
    .strictObject({ subject: free, body: free, description: free, custom_teaser: free.optional() })
    .nullable(),
  recipients_chosen: z.boolean(),
  audience: audienceLine.nullable(),
  audience_bound: whole.nullable(),
  frozen_up_to: whole,
  audience_frozen: z.boolean(),
  deliveries_dropped_date: stampOrNull,
});

const idsOf = (table: 'tags' | 'emails', name: string) => sql`coalesce((
  select json_agg(id order by id) from jsonb_each(audience -> ${sql.lit(name)}) named
  join ${sql.table(table)} known on known.id = named.key::uuid), '[]')`;

/** The emails with their sources, oldest first, at rest. */
export const emailsPart = definePart({
  name: 'emails',
  line: emailLine,
  rows: ({ newsletter }) => sql`
    select id, subject, body, description, canonical_url, image, slug, source, email_type, ${statusAtRest} as status,
      status_date, case when status = 'in_flight' then ${sql.lit(cutReason)} else status_reason end as status_reason,
      ${tagIdsOf(sql`included_tags`)} as included_tags, ${tagIdsOf(sql`excluded_tags`)} as excluded_tags, filters,
      attachments, metadata, should_send_teaser, custom_teaser, secondary_id, archival_mode, featured, commenting_mode,
      related_email_ids, template, automation_id, creation_date, modification_date, publish_date, served_date, mailed,
      recipients_chosen,
      case when audience is not null then json_build_object(
        'as_of', audience ->> 'as_of', 'group', audience -> 'group', 'segments', audience -> 'segments',
        'tags', ${idsOf('tags', 'tags')}, 'emails', ${idsOf('emails', 'emails')},
        'recent', coalesce((select json_agg(recent.id order by place)
          from jsonb_array_elements_text(audience -> 'recent') with ordinality as named (email_key, place)
          join emails recent on recent.key = email_key::bigint), '[]')) end as audience,
      ${placeOf(sql`audience_bound`)} as audience_bound, ${placeOf(sql`frozen_up_to`)} as frozen_up_to, audience_frozen,
      deliveries_dropped_date
    from emails where newsletter_key = ${newsletter.key} order by key`,
  take: (trx, { newsletter }, lines) =>
    countInserted(
      trx,
      sql`
        insert into emails (newsletter_key, id, subject, body, description, canonical_url, image, slug, source, email_type,
          status, status_date, status_reason, included_tags, excluded_tags, filters, attachments, metadata,
          should_send_teaser, custom_teaser, secondary_id, archival_mode, featured, commenting_mode, related_email_ids,
          template, automation_id, creation_date, modification_date, publish_date, served_date, mailed, recipients_chosen,
          audience, audience_bound, frozen_up_to, audience_frozen, deliveries_dropped_date)
        select ${newsletter.key}, id, subject, body, description, canonical_url, image, slug, source, email_type, status,
          status_date, status_reason, ${tagKeysOf(newsletter.key, sql`included_tags`)},
          ${tagKeysOf(newsletter.key, sql`excluded_tags`)}, filters, attachments, metadata, should_send_teaser,
          custom_teaser, secondary_id, archival_mode, featured, commenting_mode, related_email_ids, template,
          automation_id, creation_date, modification_date, publish_date, served_date, mailed, recipients_chosen, audience,
          ${keyAt(newsletter.key, sql`audience_bound`)}, ${keyAt(newsletter.key, sql`frozen_up_to`)}, audience_frozen,
          deliveries_dropped_date
        from ${recordsOf(
          lines,
          `id uuid, subject text, body text, description text, canonical_url text, image text, slug text, source text,
          email_type email_type, status email_status, status_date timestamptz, status_reason text, included_tags jsonb,
          excluded_tags jsonb, filters jsonb, attachments jsonb, metadata jsonb, should_send_teaser boolean,
          custom_teaser text, secondary_id int, archival_mode archival_mode, featured boolean,
          commenting_mode commenting_mode, related_email_ids jsonb, template email_template, automation_id uuid,
          creation_date timestamptz, modification_date timestamptz, publish_date timestamptz, served_date timestamptz,
          mailed jsonb, recipients_chosen boolean, audience jsonb, audience_bound bigint, frozen_up_to bigint,
          audience_frozen boolean, deliveries_dropped_date timestamptz`,
        )} order by place`,
    ),
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

/** Earlier addresses of emails, which redirect to the current ones. */
export const slugsPart = definePart({
  name: 'slugs',
  line: z.strictObject({ slug: line(200), email_id: uuid }),
  rows: ({ newsletter }) => sql`
    select former_slugs.slug, emails.id as email_id from former_slugs join emails on emails.key = email_key
    where former_slugs.newsletter_key = ${newsletter.key} order by former_slugs.slug collate "C"`,
  take: (trx, { newsletter }, lines) =>
    countInserted(
      trx,
      sql`
        insert into former_slugs (newsletter_key, slug, email_key)
        select ${newsletter.key}, line.slug, emails.key
        from ${recordsOf(lines, 'slug text, email_id uuid')}
        join emails on emails.id = email_id and newsletter_key = ${newsletter.key}`,
    ),
});
