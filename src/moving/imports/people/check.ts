import { type RawBuilder, sql } from 'kysely';
import { findTagsNamed } from '../../../audience/tags/queries.ts';
import { openTagDirectory } from '../../../audience/tags/resolve.ts';
import { normalName } from '../../../audience/tags/tag.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { SubscriberType } from '../../../platform/database/schema.ts';
import { lookUpByIndex } from '../look-up-by-index.ts';
import { decided, presentAt, reportDecided, type Stretch } from './decide.ts';
import { inLanes, stretchesOf } from './lanes.ts';
import type { PeopleCounts, Sample } from './report.ts';

const peopleAtOnce = 20_000;
const sampleSize = 10;

export type Checked = { counts: PeopleCounts; sample: Sample[] };

/** The result for a stretch, with the places of the first people who would change. */
type Found = PeopleCounts & { first_place: number | null; last_place: number | null };
type Shown = Omit<Sample, 'tags'> & { type: SubscriberType; tags: number[] };

/**
 * Reports what the import of the staged people would do, with some of them as they would be imported. Writes into the report who is skipped
 * or gets less mail, and changes nothing else.
 */
export async function check(
  db: Database,
  stretch: Omit<Stretch, 'from' | 'to' | 'tag_keys' | 'all_new'>,
  { people, tag_names }: { people: number; tag_names: string[] },
  tell: (count: number) => Promise<void>,
): Promise<Checked> {
  const keys = await findTagKeysByName(db, stretch.newsletter_key, tag_names);
  const tag_keys = keys.map((key, at) => key || -at - 1); // stands for a tag that does not exist yet
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, confirmation_mails: 0 };
  const samples: { from: number; shown: Shown[] }[] = [];
  await inLanes(db, stretchesOf(people, peopleAtOnce), async ({ from, to }) => {
    await inTransaction(db, async trx => {
      await lookUpByIndex(trx, 'sort');
      const lines = { ...stretch, tag_keys, from, to };
      const part = { ...lines, all_new: !(await isAnybodyHere(trx, lines)) };
      const { first_place, last_place, ...found } = (await count(part).execute(trx)).rows[0]!;
      for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += found[name];
      const isWanted = from === 0 || samples.flatMap(({ shown }) => shown).length < sampleSize;
      if (!isWanted || first_place === null || last_place === null) return;
      const { rows } = await show({ ...part, from: first_place, to: last_place + 1 }).execute(trx);
      samples.push({ from, shown: rows });
    });
    await tell(to - from);
  });
  const directory = await openTagDirectory(db, stretch.newsletter_key);
  const named = (key: number) => (key < 0 ? [tag_names[-key - 1]!] : directory.names([key]));
  const first = samples.toSorted((a, b) => a.from - b.from).flatMap(({ shown }) => shown);
  const sample = first.slice(0, sampleSize).map(one => ({ ...one, tags: one.tags.flatMap(named) }));
  return { counts, sample };
}

/** Returns the key of each tag, 0 for those that do not exist. */
export async function findTagKeysByName(
  db: Database,
  newsletter_key: number,
  names: string[],
): Promise<number[]> {
  if (names.length === 0) return [];
  const tags = await findTagsNamed(db, newsletter_key, names);
  const keys = new Map(
    tags.flatMap(tag => [[tag.normal_name, tag.key] as const, [tag.id, tag.key] as const]),
  );
  return names.map(name => keys.get(normalName(name)) ?? 0);
}

async function isAnybodyHere(
  trx: Database,
  { import_key, newsletter_key, from, to }: Omit<Stretch, 'all_new'>,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from staged_people line cross join lateral (${presentAt(newsletter_key)}) present
      where import_key = ${import_key} and place >= ${from} and place < ${to}
    ) as found`.execute(trx);
  return rows[0]!.found;
}

function count(stretch: Stretch): RawBuilder<Found> {
  return sql<Found>`
    with decided as materialized (
      select place, file, line, present_key, is_asked, outcome, reason from (${decided(stretch)}) judged
    ),
    reported as (${reportDecided(stretch.import_key)}),
    shown as (select place from decided where outcome in ('created', 'updated') order by place limit ${sampleSize})
    select
      count(*) filter (where outcome = 'created') as created, count(*) filter (where outcome = 'updated') as updated,
      count(*) filter (where outcome = 'unchanged') as unchanged, count(*) filter (where outcome = 'skipped') as skipped,
      count(*) filter (where outcome = 'created' and is_asked) as confirmation_mails,
      (select min(place) from shown) as first_place, (select max(place) from shown) as last_place
    from decided`;
}

function show(stretch: Stretch): RawBuilder<Shown> {
  return sql<Shown>`
    select file, line, outcome, email_address, new_type as type, new_tags as tags, new_metadata as metadata,
      new_notes as notes, coalesce(present_creation_date, creation_date) as creation_date
    from (${decided(stretch)}) judged where outcome in ('created', 'updated') order by place`;
}
