import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { domainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { findTagsNamed, holdTagsNamed, insertMissingTags, listTagIds } from './queries.ts';
import { defaultColor, normalName, type Tag, tagCreate } from './tag.ts';

/** Finds the keys of the tags that `words` name, by id or name; undefined if any is unknown. */
export async function findTagKeys(
  db: Database,
  newsletter_key: number,
  words: string[],
): Promise<number[] | undefined> {
  const { keys, unknown } = matchWords(words, await findTagsNamed(db, newsletter_key, words));
  return unknown.length === 0 ? keys : undefined;
}

/** Matches rows whose `column` has all tags of `all` (an unknown tag matches no row) and none of `none`. */
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

/** Like findTagKeys, for references made in this transaction. Throws `tag_invalid` for an unknown word. */
export async function resolveTags(
  trx: Database,
  newsletter_key: number,
  words: string[],
  field: string,
): Promise<number[]> {
  const { keys, unknown } = await holdTags(trx, newsletter_key, words);
  if (unknown.length === 0) return keys;
  throw domainError('tag_invalid', 'audience.no_tag', { field, word: unknown[0]! });
}

/** Returns the ids of the tags that `words` name, by id or name. Throws `tag_invalid` for an unknown word. */
export async function tagIdsOf(
  db: Database,
  newsletter_key: number,
  words: string[],
  field: string,
): Promise<string[]> {
  const keys = await resolveTags(db, newsletter_key, words, field);
  return (await openTagDirectory(db, newsletter_key)).ids(keys);
}

/** Like resolveTags, but creates tags for new names. Throws `tag_invalid` for a word that cannot be a name. */
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

/** Creates tags for those names that have none yet. Returns the ids of the new tags. */
export async function createTags(trx: Database, newsletter_key: number, names: string[]): Promise<string[]> {
  // Everyone creates tags in the same order, so that concurrent calls cannot deadlock.
  const ordered = names.toSorted((a, b) => (normalName(a) < normalName(b) ? -1 : 1));
  return insertMissingTags(
    trx,
    ordered.map(name => ({ id: newId(), newsletter_key, name, color: defaultColor })),
  );
}

/** Sorts untrusted words: the ids of the tags they name, and the words that could name a new tag. */
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

/** Shows tag keys as ids or names. Keys of deleted tags are skipped. */
export type TagDirectory = {
  present(keys: number[]): number[];
  ids(keys: number[]): string[];
  names(keys: number[]): string[];
};

export async function openTagDirectory(db: Database, newsletter_key: number): Promise<TagDirectory> {
  const tags = new Map((await listTagIds(db, { newsletter_key })).map(tag => [tag.key, tag]));
  const look = (keys: number[]) => keys.flatMap(key => tags.get(key) ?? []);
  return {
    present: keys => look(keys).map(tag => tag.key),
    ids: keys => look(keys).map(tag => tag.id),
    names: keys => look(keys).map(tag => tag.name),
  };
}

/** The directory for somebody without tags. */
export const noTags: TagDirectory = { present: () => [], ids: () => [], names: () => [] };

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
  throw domainError('tag_invalid', 'audience.no_tag_name', { word: word.slice(0, 100), reason });
}
