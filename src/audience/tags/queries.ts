import { type Insertable, sql, type Updateable } from 'kysely';
import { namedIn } from '../../platform/database/conditions.ts';
import type { Database } from '../../platform/database/connect.ts';
import { prepare, wholeRow } from '../../platform/database/prepared.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Tags } from '../../platform/database/schema.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import { isId } from '../../platform/ids.ts';
import { normalName, type Tag } from './tag.ts';
import { conditionsOfSequence, findUses } from './uses.ts';

export const { lock: lockTag, remove: deleteTagRow } = rowsOf('tags');

type NewTag = Omit<Insertable<Tags>, 'normal_name'>;

/** Lists the keys of the newsletter's tags with these ids. Unknown ids have none. */
export async function listTagKeys(db: Database, newsletter_key: number, ids: string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('tags')
    .select('key')
    .where('newsletter_key', '=', newsletter_key)
    .where('id', 'in', ids.filter(isId))
    .execute();
  return rows.map(row => row.key);
}

/** Inserts the row, or returns undefined if the newsletter has a tag of that name. */
export async function insertTag(db: Database, row: NewTag): Promise<Tag | undefined> {
  return db
    .insertInto('tags')
    .values(named(row))
    .onConflict(conflict => conflict.columns(['newsletter_key', 'normal_name']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Creates the missing tags and returns their ids. Concurrent calls create each tag once. */
export async function insertMissingTags(db: Database, rows: NewTag[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const made = await db
    .insertInto('tags')
    .values(rows.map(named))
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}

export async function findTag(db: Database, newsletter_key: number, id: string): Promise<Tag | undefined> {
  return isId(id) ? (await findTagStatement(db, { newsletter_key, id }))[0] : undefined;
}

const findTagStatement = prepare<{ newsletter_key: number; id: string }, Tag>(
  'find_tag',
  ['newsletter_key', 'id'],
  ({ newsletter_key, id }) =>
    sql`select ${wholeRow('tags')} from tags where newsletter_key = ${newsletter_key} and id = ${id}`,
);

/** Finds the tags that any of `words` names, by id or by name (ignoring case). */
export async function findTagsNamed(db: Database, newsletter_key: number, words: string[]): Promise<Tag[]> {
  return selectTagsNamed(db, newsletter_key, words).execute();
}

/** Like findTagsNamed, and keeps these tags from being deleted until the transaction ends and its references to them are visible. */
export async function holdTagsNamed(trx: Database, newsletter_key: number, words: string[]): Promise<Tag[]> {
  return selectTagsNamed(trx, newsletter_key, words).forKeyShare().execute();
}

/** Which of the keys still belong to a tag; these are not deleted before the transaction ends. */
export async function holdTagKeys(trx: Database, newsletter_key: number, keys: number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('tags')
    .select('key')
    .where('newsletter_key', '=', newsletter_key)
    .where('key', '=', sql<number>`any(${keys}::int[])`)
    .forKeyShare()
    .execute();
  return rows.map(row => row.key);
}

function selectTagsNamed(db: Database, newsletter_key: number, words: string[]) {
  return db
    .selectFrom('tags')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where(({ or, eb }) =>
      or([
        eb('id', '=', sql<string>`any(${words.filter(isId)}::uuid[])`),
        eb('normal_name', '=', sql<string>`any(${words.map(normalName)}::text[])`),
      ]),
    );
}

/** Reads the data for showing tag keys as ids or names. */
export const listTagIds = prepare<{ newsletter_key: number }, Pick<Tag, 'key' | 'id' | 'name'>>(
  'list_tag_ids',
  ['newsletter_key'],
  ({ newsletter_key }) => sql`select key, id, name from tags where newsletter_key = ${newsletter_key}`,
);

/** Returns a page of the newsletter's tags, oldest first; with `ids`, only those. */
export async function listTags(
  db: Database,
  newsletter_key: number,
  { ids, ...page }: Page & { ids?: string[] },
) {
  let tags = db.selectFrom('tags').where('newsletter_key', '=', newsletter_key);
  if (ids) tags = tags.where('id', '=', sql<string>`any(${ids.filter(isId)}::uuid[])`);
  return readPage(tags.selectAll().orderBy('key'), page);
}

export async function updateTagRow(
  db: Database,
  newsletter_key: number,
  which: { id: string } | { normal_name: string },
  changes: Omit<Updateable<Tags>, 'normal_name'>,
): Promise<Tag | undefined> {
  const all = db
    .updateTable('tags')
    .set({
      ...changes,
      ...(typeof changes.name === 'string' && { normal_name: normalName(changes.name) }),
      modification_date: sql`now()`,
    })
    .where('newsletter_key', '=', newsletter_key);
  const one =
    'id' in which ? all.where('id', '=', which.id) : all.where('normal_name', '=', which.normal_name);
  return one.returningAll().executeTakeFirst();
}

/** Finds the unsent emails, the automations and the segments that use the tag and would act differently without it. */
export async function findUsesOfTag(
  db: Database,
  newsletter_key: number,
  { key, id, normal_name }: Tag,
): Promise<{ emails: string[]; automations: string[]; segments: string[] }> {
  const inFilters = namedIn(sql`filters`, 'subscriber.tags', id);
  const names = sql<boolean>`((included_tags || excluded_tags) @> array[${key}::int] or ${inFilters})`;
  const in_sequences = sql<boolean>`(${namedIn(conditionsOfSequence, 'subscriber.tags', id)}
    or exists (select from (${tagWordsOfSequence}) word (word) where lower(trim(word)) = any(${[id, normal_name]}::text[])))`;
  const uses = await findUses(db, newsletter_key, { names, in_sequences }, [
    'draft',
    'scheduled',
    'about_to_send',
    'in_flight',
    'errored',
  ]);
  const segments = await db
    .selectFrom('segments')
    .select('id')
    .where('newsletter_key', '=', newsletter_key)
    .where(inFilters)
    .execute();
  return {
    ...uses,
    segments: segments.map(row => row.id),
  };
}

/** The tags that the steps of a sequence give or take, and those that its conditions on the event name, by id or as they were written. */
const tagWordsOfSequence = sql`
  select word #>> '{}' from jsonb_path_query(steps, '$[*].tag_ids[*]') word
  union all
  select word #>> '{}' from jsonb_path_query(${conditionsOfSequence},
    '$.**.filters[*] ? (@.field == "event.added_tag" || @.field == "event.removed_tag").value') word`;

function named(row: NewTag): Insertable<Tags> {
  return { ...row, normal_name: normalName(row.name) };
}

/** Lists the name that each tag had until it was renamed or deleted, from this date on, if an email used tags. Oldest first. */
export async function listFormerNames(
  db: Database,
  newsletter_key: number,
  since: string,
): Promise<{ key: number; name: string; until_date: string }[]> {
  return db
    .selectFrom('tag_versions')
    .select(['tag_key as key', 'name', 'until_date'])
    .where('newsletter_key', '=', newsletter_key)
    .where('until_date', '>=', since)
    .orderBy('until_date')
    .execute();
}

/** Lists the names of the newsletter's tags, by id. */
export async function listTagNames(db: Database, newsletter_key: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('newsletter_key', '=', newsletter_key)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
