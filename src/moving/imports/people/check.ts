import { type RawBuilder, sql } from 'kysely';
import { findTagsNamed } from '../../../audience/tags/queries.ts';
import { openTagDirectory } from '../../../audience/tags/resolve.ts';
import { normalName } from '../../../audience/tags/tag.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { SubscriberType } from '../../../platform/database/schema.ts';
import { decided, type Stretch } from './decide.ts';
import { lookUpByIndex } from './queries.ts';
import type { Sample } from './report.ts';

const peopleAtOnce = 20_000;
const sampleSize = 10;

export type Checked = {
  counts: {
    created: number;
    updated: number;
    unchanged: number;
    skipped: number;
    confirmation_mails: number;
  };
  sample: Sample[];
};

type Found = Checked['counts'] & {
  sample: (Omit<Sample, 'tags'> & { type: SubscriberType; tags: number[] })[] | null;
};

/**
 * What importing the staged people would do, with some of them as they would be. Writes who is skipped into the report, and
 * changes nothing else.
 */
export async function check(
  db: Database,
  stretch: Omit<Stretch, 'from' | 'to' | 'tag_keys'>,
  { people, tag_names }: { people: number; tag_names: string[] },
  tell: (count: number) => Promise<void>,
): Promise<Checked> {
  const keys = await findTagKeysByName(db, stretch.newsletter_key, tag_names);
  const tag_keys = keys.map((key, at) => key || -at - 1); // a tag that is still to be created
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, confirmation_mails: 0 };
  const sample: NonNullable<Found['sample']> = [];
  for (let from = 0; from < people; from += peopleAtOnce) {
    const to = Math.min(people, from + peopleAtOnce);
    const wanted = sampleSize - sample.length;
    const { rows } = await inTransaction(db, async trx => {
      await lookUpByIndex(trx);
      return statement({ ...stretch, tag_keys, from, to }, wanted).execute(trx);
    });
    const { sample: more, ...found } = rows[0]!;
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += found[name];
    sample.push(...(more ?? []));
    await tell(to - from);
  }
  const directory = await openTagDirectory(db, stretch.newsletter_key);
  const named = (key: number) => (key < 0 ? [tag_names[-key - 1]!] : directory.names([key]));
  return { counts, sample: sample.map(person => ({ ...person, tags: person.tags.flatMap(named) })) };
}

/** The key of each tag, 0 for those that do not exist. */
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

function statement(stretch: Stretch, wanted: number): RawBuilder<Found> {
  return sql<Found>`
    with decided as materialized (${decided(stretch)}),
    skipped as (
      insert into import_lines (import_key, file, line, outcome, subscriber_key, reason)
      select ${stretch.import_key}, file, line, 'skipped', present_key, reason from decided where outcome = 'skipped' order by place
    ),
    sample as (
      select file, line, outcome, email_address, new_type as type, new_tags as tags, new_metadata as metadata,
        new_notes as notes, coalesce(present_creation_date, creation_date) as creation_date
      from decided where outcome in ('created', 'updated') order by place limit ${wanted}
    )
    select
      count(*) filter (where outcome = 'created') as created, count(*) filter (where outcome = 'updated') as updated,
      count(*) filter (where outcome = 'unchanged') as unchanged, count(*) filter (where outcome = 'skipped') as skipped,
      count(*) filter (where outcome = 'created' and is_asked) as confirmation_mails,
      (select jsonb_agg(sample) from sample) as sample
    from decided`;
}
