import { type RawBuilder, sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Email } from '../emails/email.ts';
import type { Site } from '../links/site.ts';
import type { Database } from '../platform/database/connect.ts';
import { prepare } from '../platform/database/prepared.ts';

/** Issues per page of the archive. */
export const perPage = 30;
/** How many issues the home page shows: featured ones, and the newest others, which may be among the featured ones. */
export const onHome = { featured: 3, limit: 8 };

/** The statuses of emails that readers may have or see (`isPublic`). */
export const publicStatuses = sql`('in_flight', 'sent', 'imported')`;

/**
 * Whether an email is published and readable by somebody (`readershipOf`). This matches the condition of the index emails_published, so
 * that the index can be used.
 */
export const isPublished = sql<boolean>`status in ${publicStatuses}
  and email_type not in ('private', 'churned') and archival_mode <> 'disabled'`;
export const publishedDate = sql<string>`coalesce(publish_date, status_date)`;

/**
 * Selects the keys of published emails that meet a condition, newest first. They come from the index emails_published alone, so that
 * skipping thousands of emails costs little: join the emails themselves to them.
 */
export function newestKeys(condition: RawBuilder<unknown>, range: RawBuilder<unknown>) {
  return sql<number>`select key from emails where ${condition} and ${isPublished}
    order by ${publishedDate} desc, key desc ${range}`;
}

const listed = [
  'key',
  'id',
  'slug',
  'subject',
  'description',
  'image',
  'email_type',
  'archival_mode',
  'secondary_id',
] as const;

/** An email as lists show it. */
export type Listed = Pick<Email, (typeof listed)[number]> & { published_date: string };

/** Finds the email with this slug if it may be shown: published, and not private. */
export async function findPublished(
  db: Database,
  newsletter: Newsletter,
  slug: string,
): Promise<(Email & { published_date: string }) | undefined> {
  return db
    .selectFrom('emails')
    .selectAll()
    .select(publishedDate.as('published_date'))
    .where('newsletter_key', '=', newsletter.key)
    .where('slug', '=', slug)
    .where(isPublished)
    .executeTakeFirst();
}

/** Finds the current slug of the published email that used to have this one. */
export async function findPresentSlug(
  db: Database,
  newsletter: Newsletter,
  slug: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('former_slugs')
    .innerJoin('emails', 'emails.key', 'former_slugs.email_key')
    .select('emails.slug')
    .where('former_slugs.newsletter_key', '=', newsletter.key)
    .where('former_slugs.slug', '=', slug)
    .where(isPublished)
    .executeTakeFirst();
  return row?.slug;
}

/**
 * Finds the published email that had this path at another service (`formerPath`), or this query (`formerQuery`), and its newsletter's
 * username. With `at`, only an email of the newsletter with this username. Otherwise a path below another newsletter's username is that
 * newsletter's.
 */
export async function findFormerAddress(
  db: Database,
  { path, query, at }: { path: string; query: string; at: string | undefined },
): Promise<(Site & { slug: string }) | undefined> {
  return (
    db
      .selectFrom('emails')
      .innerJoin('newsletters', 'newsletters.key', 'newsletter_key')
      .select(['username', 'served_domain', 'emails.slug'])
      // This matches the indexes emails_former_path and emails_former_query. An empty value belongs to nobody.
      .where(({ or, eb }) =>
        or([
          eb(sql<string>`metadata ->> 'former_path'`, '=', path || null),
          eb(sql<string>`metadata ->> 'former_query'`, '=', query || null),
        ]),
      )
      .where(({ eb, not, exists, selectFrom }) =>
        at === undefined
          ? not(
              exists(
                selectFrom('newsletters as owners')
                  .select('owners.key')
                  .where('owners.username', '=', (path.split('/')[1] ?? '').toLowerCase())
                  .whereRef('owners.key', '<>', 'newsletter_key'),
              ),
            )
          : eb('username', '=', at),
      )
      .where(isPublished)
      .orderBy('emails.key')
      .limit(1)
      .executeTakeFirst()
  );
}

/** Finds the published emails before and after this one. */
export async function findNeighbours(
  db: Database,
  { newsletter_key, published_date, key }: Listed & { newsletter_key: number },
): Promise<{ previous: Listed | undefined; next: Listed | undefined }> {
  const all = db
    .selectFrom('emails')
    .select(listed)
    .select(publishedDate.as('published_date'))
    .where('newsletter_key', '=', newsletter_key)
    .where(isPublished)
    .limit(1);
  const place = sql`(${publishedDate}, key)`;
  const own = sql`(${published_date}::timestamptz, ${key}::bigint)`;
  const previous = await all
    .where(sql<boolean>`${place} < ${own}`)
    .orderBy(publishedDate, 'desc')
    .orderBy('key', 'desc')
    .executeTakeFirst();
  const next = await all
    .where(sql<boolean>`${place} > ${own}`)
    .orderBy(publishedDate)
    .orderBy('key')
    .executeTakeFirst();
  return { previous, next };
}

/** Published emails, newest first. */
export async function listPublished(
  db: Database,
  newsletter: Newsletter,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Listed[]> {
  const keys = newestKeys(sql`newsletter_key = ${newsletter.key}`, sql`limit ${limit} offset ${offset}`);
  return db
    .selectFrom('emails')
    .select(listed)
    .select(publishedDate.as('published_date'))
    .where('key', 'in', sql<number>`(${keys})`)
    .orderBy(publishedDate, 'desc')
    .orderBy('key', 'desc')
    .execute();
}

export async function countPublished(db: Database, newsletter: Newsletter): Promise<number> {
  const { count } = await db
    .selectFrom('emails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('newsletter_key', '=', newsletter.key)
    .where(isPublished)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Published emails that contain all of these words, words that begin with them, or other forms of them in the language of the
 * email: newest first, each with the number of all. Only text that anybody may read counts: content behind a paywall is not
 * searched. `configs` are those of `listSearchConfigs`, at least one.
 */
export async function searchPublished(
  db: Database,
  newsletter: Newsletter,
  configs: string[],
  { words, limit, offset }: { words: string; limit: number; offset: number },
): Promise<(Listed & { found: number })[]> {
  // Must be exactly the expression of the index emails_words.
  const inConfig = (
    config: string,
  ) => sql`(search_config = ${config}::regconfig and to_tsvector(search_config,
    subject || ' ' || description || ' ' || case when email_type = 'premium' or archival_mode <> 'enabled' then '' else left(body, 100000) end)
    @@ to_tsquery(${config}::regconfig, ${wordsQuery(words)}))`;
  return db
    .selectFrom('emails')
    .select(listed)
    .select([publishedDate.as('published_date'), sql<number>`count(*) over ()`.as('found')])
    .where('newsletter_key', '=', newsletter.key)
    .where(isPublished)
    .where(sql<boolean>`(${sql.join(configs.map(inConfig), sql` or `)})`)
    .orderBy(publishedDate, 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

const searchConfigs = prepare<{ username: string }, { config: string }>(
  'search_configs',
  ['username'],
  ({ username }) => {
    const next = (after: RawBuilder<boolean>) => sql`(
      select search_config from emails
      where newsletter_key = (select key from newsletters where username = ${username}) and ${isPublished} and ${after}
      order by search_config limit 1)`;
    return sql`
      with recursive used as (
        ${next(sql`true`)}
        union all
        select ${next(sql`search_config > used.search_config`)} from used where used.search_config is not null
      )
      select search_config::text as config from used where search_config is not null`;
  },
);

/** Lists the search rules of the languages in which the published emails are written. The query goes from one to the next in the index. */
export async function listSearchConfigs(db: Database, username: string): Promise<string[]> {
  const rows = await searchConfigs(db, { username });
  return rows.map(({ config }) => config);
}

/** Lists the newest of the featured published emails. */
export async function listFeatured(db: Database, newsletter: Newsletter, limit: number): Promise<Listed[]> {
  return db
    .selectFrom('emails')
    .select(listed)
    .select(publishedDate.as('published_date'))
    .where('newsletter_key', '=', newsletter.key)
    .where('featured', '=', true)
    .where(isPublished)
    .orderBy(publishedDate, 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute();
}

/** Lists the published ones of these emails, in the order of the ids. */
export async function listRelated(db: Database, newsletter: Newsletter, ids: string[]): Promise<Listed[]> {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('emails')
    .select(listed)
    .select(publishedDate.as('published_date'))
    .where('newsletter_key', '=', newsletter.key)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(isPublished)
    .execute();
  return ids.flatMap(id => found.find(email => email.id === id) ?? []);
}

/** Lists the newest published emails, with all columns. */
export async function listNewest(
  db: Database,
  newsletter: Newsletter,
  limit: number,
): Promise<(Email & { published_date: string })[]> {
  return db
    .selectFrom('emails')
    .selectAll()
    .select(publishedDate.as('published_date'))
    .where('newsletter_key', '=', newsletter.key)
    .where(isPublished)
    .orderBy(publishedDate, 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute();
}

/** Lists the addresses of published emails, newest first, as many as a sitemap may hold (sitemaps.org). */
export async function listAddresses(db: Database, newsletter: Newsletter) {
  return db
    .selectFrom('emails')
    .select(['slug', 'modification_date'])
    .where('newsletter_key', '=', newsletter.key)
    .where(isPublished)
    .orderBy(publishedDate, 'desc')
    .orderBy('key', 'desc')
    .limit(49_000)
    .execute();
}

/** Quotes each word, so that nothing in it acts as an operator, and matches it as a prefix. */
function wordsQuery(words: string): string {
  return words
    .split(/\s+/)
    .map(word => `'${word.replace(/['\\]/g, ' ')}':*`)
    .join(' & ');
}
