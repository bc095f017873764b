import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { sentence } from '../../platform/sentences/sentence.ts';
import { filterInput } from './filter.ts';

/** A stored filter in a line of a bundle. A valid filter is imported unchanged. */
export const keptFilter = z
  .unknown()
  .refine(value => filterInput.safeParse(value).success, sentence('input.filter'));

/** SQL for the ids of the tags with these keys, in order, as JSON. */
export function tagIdsOf(keys: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${keys} = '{}' then '[]'::json else coalesce(
    (select json_agg(tags.id order by place) from unnest(${keys}) with ordinality as held (tag_key, place)
      join tags on tags.key = tag_key), '[]') end`;
}

/** Returns SQL for the keys of the newsletter's tags with these ids, which are a JSON array, in order. */
export function tagKeysOf(newsletter_key: number, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${ids} = '[]' then '{}' else array(
    select tags.key from jsonb_array_elements_text(${ids}) with ordinality as held (tag_id, place)
    join tags on tags.id = tag_id::uuid and tags.newsletter_key = ${newsletter_key} order by place) end`;
}
