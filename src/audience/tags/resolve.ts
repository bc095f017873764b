import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { findTagsNamed, holdTagsNamed, insertMissingTags, listTagIds } from './queries.ts';
import { defaultColor, normalName, type Tag, tagCreate } from './tag.ts';

/** The keys of the tags that `words` name, each by its id or its name; undefined when one of them names none. */
export async function findTagKeys(
  db: Database,
  newsletter_key: number,
  words: string[],
): Promise<number[] | undefined> {
  const { keys, unknown } = matchWords(words, await findTagsNamed(db, newsletter_key, words));
  return unknown.length === 0 ? keys : undefined;
}

/** What has all of the tags that `all` names in `column`, of which an unknown one is nobody's, and none of `none`. */
export async function taggedWith(
  db: Database,
  newsletter_key: number,
  column: RawBuilder<unknown>,
  all: string[] | undefined,
  none: string[] | undefined,
): Promise<RawBuilder<boolean>> {
  const wanted = all && (await findTagKeys(db, newsletter_key, all));
  if (all && !wanted) return sql`false`;
  const unwanted = none && (await findTagsNamed(db, newsletter_key, none)).map(tag => tag.key);
  const has = wanted ? sql`${column} @> ${wanted}::int[]` : sql`true`;
  return unwanted ? sql`${has} and not ${column} && ${unwanted}::int[]` : sql`${has}`;
}

/** As findTagKeys, to be named in this transaction. Throws `tag_invalid` for a word that names none. */
export async function resolveTags(
  trx: Database,
  newsletter_key: number,
  words: string[],
  field: string,
): Promise<number[]> {
  const { keys, unknown } = await holdTags(trx, newsletter_key, words);
  if (unknown.length === 0) return keys;
  throw new DomainError(
    'tag_invalid',
    `${field}: no tag has the id or name "${unknown[0]}". Create it first, or leave it out.`,
  );
}

/** The ids of the tags that `words` name, each by its id or its name. Throws `tag_invalid` for a word that names none. */
export async function tagIdsOf(
  db: Database,
  newsletter_key: number,
  words: string[],
  field: string,
): Promise<string[]> {
  const keys = await resolveTags(db, newsletter_key, words, field);
  return (await openTagDirectory(db, newsletter_key)).ids(keys);
}

/** As resolveTags, but a name that is new becomes a tag. Throws `tag_invalid` for what cannot be a name. */
export async function resolveOrCreateTags(
  trx: Database,
  newsletter_key: number,
  words: string[],
): Promise<number[]> {
  const { keys, unknown } = await holdTags(trx, newsletter_key, words);
  if (unknown.length === 0) return keys;
  await createTags(trx, newsletter_key, unknown.map(newName));
  return resolveTags(trx, newsletter_key, words, 'tags');
}

/** Makes tags of those names that are not a tag yet. Returns the ids of the tags that it made. */
export async function createTags(trx: Database, newsletter_key: number, names: string[]): Promise<string[]> {
  // In one order for all, so that two who make the same tags wait for one another and not in a circle.
  const ordered = names.toSorted((a, b) => (normalName(a) < normalName(b) ? -1 : 1));
  return insertMissingTags(
    trx,
    ordered.map(name => ({ id: newId(), newsletter_key, name, color: defaultColor })),
  );
}

/** Of words that anybody may have written: the ids of the tags that they name, and those that could name a new tag. */
export async function sortWords(
  db: Database,
  newsletter_key: number,
  words: string[],
): Promise<{ known: string[]; names: string[] }> {
  const tags = await findTagsNamed(db, newsletter_key, words);
  const { unknown } = matchWords(words, tags);
  const names = unknown.flatMap(word => tagCreate.shape.name.safeParse(word).data ?? []);
  const distinct = new Map(names.map(name => [normalName(name), name]));
  return { known: tags.map(tag => tag.id), names: [...distinct.values()] };
}

/** How to show tag keys: those that are there, their ids or names. Keys of tags that are gone are passed over. */
export type TagDirectory = {
  present(keys: number[]): number[];
  ids(keys: number[]): string[];
  names(keys: number[]): string[];
};

export async function openTagDirectory(db: Database, newsletter_key: number): Promise<TagDirectory> {
  const tags = new Map((await listTagIds(db, newsletter_key)).map(tag => [tag.key, tag]));
  const look = (keys: number[]) => keys.flatMap(key => tags.get(key) ?? []);
  return {
    present: keys => look(keys).map(tag => tag.key),
    ids: keys => look(keys).map(tag => tag.id),
    names: keys => look(keys).map(tag => tag.name),
  };
}

async function holdTags(trx: Database, newsletter_key: number, given: string[]): Promise<Match> {
  const words = given.map(word => word.trim());
  return matchWords(words, words.length > 0 ? await holdTagsNamed(trx, newsletter_key, words) : []);
}

type Match = { keys: number[]; unknown: string[] };

function matchWords(words: string[], tags: Tag[]): Match {
  const byWord = new Map(
    tags.flatMap(tag => [[tag.id, tag.key] as const, [tag.normal_name, tag.key] as const]),
  );
  const find = (word: string) => byWord.get(word.toLowerCase()) ?? byWord.get(normalName(word));
  const keys = new Set(words.flatMap(word => find(word) ?? []));
  return { keys: [...keys], unknown: words.filter(word => find(word) === undefined) };
}

function newName(word: string): string {
  const parsed = tagCreate.shape.name.safeParse(word);
  if (parsed.success) return parsed.data;
  const reason = parsed.error.issues[0]?.message;
  throw new DomainError(
    'tag_invalid',
    `tags: "${word.slice(0, 100)}" names no tag, and cannot be the name of a new one: ${reason}.`,
  );
}
