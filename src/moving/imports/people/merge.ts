import { type RawBuilder, sql } from 'kysely';
import { originColumns } from '../../../audience/filter/fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { gone, stateWord, strictness, worth } from './statuses.ts';

/** The most characters of metadata that all lines of one person may have together. */
const mostMetadata = 1_000_000;
const mostTags = 1000;

/** The texts that another line fills in if the line that counts lacks them. */
const texts = ['notes', ...originColumns, 'unsubscription_reason'] as const;
const consents = [
  'has_consent',
  'consent_date',
  'consent_ip_address',
  'consent_page_url',
  'consent_text',
] as const;

/**
 * Merges people who are in the file more than once into one staged person each, at the place of their first line; their other lines go into
 * the report. The result does not depend on the order of the lines: the strictest state counts, then the best plan; tags and metadata are
 * added together; of values that differ, those of the line whose state counts; of dates, the first sign-up and confirmation and the last
 * leaving. Returns how many people have lines of different strictness.
 */
export async function mergeRepeated(
  trx: Database,
  import_key: number,
  { confirm }: { confirm: boolean },
): Promise<number> {
  // The statistics of the table are older than the file, and would make PostgreSQL compare everybody with everybody.
  await sql`set local enable_nestloop = off`.execute(trx);
  await sql`set local work_mem = '32MB'`.execute(trx);
  const columns = [
    'email_address',
    'type',
    'mail_state',
    'standing',
    'plan',
    'is_asked',
    'tags',
    'metadata',
    ...dates,
    ...texts,
    ...consents,
  ];
  const names = (of: string) => sql.join(columns.map(name => sql.ref(`${of}${name}`)));
  const { rows } = await sql<{ contradicted: number }>`
    with repeated as materialized (
      select ${addressHash} as hash from staged_people where import_key = ${import_key} group by 1 having count(*) > 1
    ),
    ranked as materialized (${ranked(import_key)}),
    together as (${together}),
    merged as materialized (${merged(confirm)}),
    kept as (
      update staged_people set (${names('')}) = row (${names('merged.')})
      from merged where import_key = ${import_key} and staged_people.place = merged.place
    ),
    aside as (
      delete from staged_people using ranked
      where staged_people.import_key = ${import_key} and staged_people.place = ranked.place and ranked.number > 1
      returning ranked.place, ranked.file, ranked.line, ranked.normal_address
    ),
    reported as (
      insert into import_lines (import_key, file, line, outcome, reason)
      select ${import_key}, aside.file, aside.line, 'merged', ${reason}
      from aside join merged using (normal_address) order by aside.place
    )
    select count(*) as contradicted from merged where is_contradicted`.execute(trx);
  return rows[0]!.contradicted;
}

const dates = ['creation_date', 'confirmation_date', 'unsubscription_date'] as const;
const addressHash = sql`hashtextextended(normal_address, 0)`;

/**
 * Ranks the lines of people who have several: `number` by the order of the file, `rank` by which line counts, and `consent_rank` by which
 * evidence of consent counts. Both ranks begin at 1 and depend only on the contents of the lines.
 */
function ranked(import_key: number): RawBuilder<unknown> {
  return sql`
    select staged.*,
      row_number() over (same order by place) as number,
      row_number() over best as rank,
      sum(octet_length(metadata::text)) over best as metadata_length,
      row_number() over (same order by has_consent desc, consent_date desc nulls last, consent_text collate "C",
        consent_page_url collate "C", consent_ip_address collate "C") as consent_rank
    from (
      select *, ${strictness(sql`type`)} as strictness
      from staged_people where import_key = ${import_key} and ${addressHash} in (select hash from repeated)
    ) staged
    window same as (partition by normal_address collate "C"),
      best as (same order by strictness desc, ${worth(sql`type`)} desc, type, creation_date desc nulls last,
        email_address collate "C" desc, metadata::text collate "C" desc,
        ${sql.join(texts.map(name => sql`${sql.ref(name)} collate "C" desc`))})`;
}

/** The values that the lines of each person have together. A line with no date of leaving may mean that the person left just now. */
const together = sql`
  select normal_address, min(strictness) < max(strictness) as is_contradicted,
    min(creation_date) as creation_date, min(confirmation_date) as confirmation_date,
    nullif(max(coalesce(unsubscription_date, 'infinity')) filter (where strictness >= ${sql.lit(gone)}), 'infinity')
      as unsubscription_date,
    ${sql.join(texts.map(name => sql`max(${sql.ref(name)} collate "C") as ${sql.ref(name)}`))}
  from ranked group by normal_address having count(*) > 1`;

/** Selects each person with several lines, as one. `place`, `file` and `line` are those of the first line. */
function merged(confirm: boolean): RawBuilder<unknown> {
  const ofBest = sql.join(
    texts.map(
      name => sql`coalesce(nullif(best.${sql.ref(name)}, ''), together.${sql.ref(name)}) as ${sql.ref(name)}`,
    ),
  );
  return sql`
    select normal_address, first.place, first.file, first.line, is_contradicted, best.email_address, best.type,
      best.mail_state, best.standing, best.plan,
      ${confirm} and best.type in ('regular', 'unactivated') as is_asked,
      coalesce(tags.tags, '{}') as tags, coalesce(metadata.metadata, '{}') as metadata,
      ${sql.join(dates.map(name => sql`together.${sql.ref(name)}`))}, ${ofBest},
      ${sql.join(consents.map(name => sql`proof.${sql.ref(name)}`))}
    from together
      join ranked first using (normal_address)
      join ranked best using (normal_address)
      join ranked proof using (normal_address)
      left join (
        select normal_address, (array_agg(distinct tag))[1:${sql.lit(mostTags)}] as tags
        from ranked cross join unnest(tags) tag group by normal_address
      ) tags using (normal_address)
      left join (
        select normal_address, jsonb_object_agg(name, value order by rank desc) as metadata
        from ranked cross join jsonb_each(metadata) as field (name, value)
        where metadata_length <= ${sql.lit(mostMetadata)} group by normal_address
      ) metadata using (normal_address)
    where first.number = 1 and best.rank = 1 and proof.consent_rank = 1`;
}

/** The reason why a line makes no person of its own. */
const reason = sql`'The same person as in line ' || merged.line
  || case when aside.file = merged.file then '' else ' of "' || replace(merged.file, '"', '') || '"' end
  || case when is_contradicted
    then '. The lines contradict each other, and the stricter state counts: ' || ${stateWord(sql`merged.type`)} || '.'
    else '. The lines count as one.' end`;
