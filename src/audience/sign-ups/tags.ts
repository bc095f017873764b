import { sql } from 'kysely';
import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Database } from '../../platform/database/connect.ts';
import { createTags, sortWords } from '../tags/resolve.ts';

/** How many tags a newsletter's forms can create per day (UTC), since strangers can post anything. */
export const mostNewTags = 20;

/**
 * Returns the ids of the tags that a form names. New names become tags if the newsletter allows that and the day's limit is not reached.
 * Other words, and words that cannot be names, are ignored.
 */
export async function tagsOfForm(
  trx: Database,
  { key, forms_create_tags }: Newsletter,
  words: string[],
  now: Date,
): Promise<string[]> {
  const { known, names } = await sortWords(trx, key, words);
  if (!forms_create_tags || names.length === 0) return known;
  const room = mostNewTags - (await lockMade(trx, key, now));
  if (room <= 0) return known;
  const made = await createTags(trx, key, names.slice(0, room));
  await sql`update form_tags set made = made + ${made.length} where newsletter_key = ${key}`.execute(trx);
  return [...known, ...made];
}

/** Returns how many tags the newsletter's forms have created on this day; no other call creates one before the transaction ends. */
async function lockMade(trx: Database, newsletter_key: number, now: Date): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    insert into form_tags as present (newsletter_key, day, made)
    values (${newsletter_key}, ${now.toISOString().slice(0, 10)}, 0)
    on conflict (newsletter_key) do update set
      made = case when present.day = excluded.day then present.made else 0 end,
      day = excluded.day
    returning made`.execute(trx);
  return rows[0]!.made;
}
