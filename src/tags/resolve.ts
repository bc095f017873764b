import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { findTagsNamed, insertMissingTags, listTagIds } from './queries.ts';
import { defaultColor, type Tag, tagCreate } from './tag.ts';

/** The keys of the tags that `words` name, each by its id or its name. Throws `tag_invalid` for one that names none. */
export async function resolveTags(
  db: Database,
  newsletter_key: number,
  words: string[],
  field: string,
): Promise<number[]> {
  if (words.length === 0) return [];
  const { keys, unknown } = matchWords(words, await findTagsNamed(db, newsletter_key, words));
  if (unknown.length === 0) return keys;
  throw new DomainError(
    'tag_invalid',
    `${field}: no tag has the id or name "${unknown[0]}". Create it first, or leave it out.`,
  );
}

/** As resolveTags, but a name that is new becomes a tag. Throws `tag_invalid` for what cannot be a name. */
export async function resolveOrCreateTags(
  db: Database,
  newsletter_key: number,
  words: string[],
): Promise<number[]> {
  if (words.length === 0) return [];
  const { keys, unknown } = matchWords(words, await findTagsNamed(db, newsletter_key, words));
  if (unknown.length === 0) return keys;
  const rows = unknown.map(word => ({
    id: newId(),
    newsletter_key,
    name: newName(word),
    color: defaultColor,
  }));
  await insertMissingTags(db, rows);
  return matchWords(words, await findTagsNamed(db, newsletter_key, words)).keys;
}

/** How to show tag keys: their ids or names. Keys of tags that are gone are passed over. */
export type TagDirectory = { ids(keys: number[]): string[]; names(keys: number[]): string[] };

export async function openTagDirectory(db: Database, newsletter_key: number): Promise<TagDirectory> {
  const tags = new Map((await listTagIds(db, newsletter_key)).map(tag => [tag.key, tag]));
  const look = (keys: number[]) => keys.flatMap(key => tags.get(key) ?? []);
  return { ids: keys => look(keys).map(tag => tag.id), names: keys => look(keys).map(tag => tag.name) };
}

function matchWords(words: string[], tags: Tag[]): { keys: number[]; unknown: string[] } {
  const byWord = new Map(
    tags.flatMap(tag => [[tag.id, tag.key] as const, [tag.name.toLowerCase(), tag.key] as const]),
  );
  const find = (word: string) => byWord.get(word.trim().toLowerCase());
  const keys = new Set(words.flatMap(word => find(word) ?? []));
  return { keys: [...keys], unknown: words.filter(word => find(word) === undefined) };
}

function newName(word: string): string {
  const parsed = tagCreate.shape.name.safeParse(word);
  if (parsed.success && !isId(word)) return parsed.data;
  throw new DomainError(
    'tag_invalid',
    `tags: "${word.slice(0, 100)}" ${isId(word) ? 'has the form of an id and names no tag' : `cannot be a tag's name: ${parsed.error?.issues[0]?.message}`}.`,
  );
}
