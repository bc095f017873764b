import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { isPublished, newestKeys, publishedDate } from './queries.ts';

// A row's xmin changes with every update; no timestamp is precise enough for that.
const ofSnippets = sql`(select string_agg(xmin::text, ',' order by key) from snippets where newsletter_key = n.key)`;

/** A value that changes whenever the email's page does; undefined if there is no such email. */
export async function pageVersion(db: Database, username: string, slug: string): Promise<string | undefined> {
  const neighbours = sql`select key, xmin from emails where newsletter_key = n.key and ${isPublished}`;
  const place = sql`(${publishedDate}, key)`;
  const own = sql`(coalesce(e.publish_date, e.status_date), e.key)`;
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', n.xmin, e.key, e.xmin, prev.key, prev.xmin, '/', next.key, next.xmin,
      (select string_agg(key || ':' || xmin::text, ',' order by key) from emails
        where newsletter_key = n.key and ${isPublished}
          and id in (select jsonb_array_elements_text(e.related_email_ids)::uuid)),
      case when position('snippets' in e.body || e.custom_teaser) > 0 then ${ofSnippets} end) as version
    from newsletters n
    join lateral (select * from (select *, xmin from emails where newsletter_key = n.key and slug = ${slug}) as named
      where ${isPublished}) e on true
    left join lateral (${neighbours} and ${place} < ${own}
      order by ${publishedDate} desc, key desc limit 1) prev on true
    left join lateral (${neighbours} and ${place} > ${own}
      order by ${publishedDate}, key limit 1) next on true
    where n.username = ${username}`.execute(db);
  return rows[0]?.version;
}

/**
 * A value that changes whenever a list of published emails does: the newest ones in this range, their total, and the newest
 * `featured` ones. Undefined if the newsletter does not exist, or if a range after the newest ones is empty.
 */
export async function listVersion(
  db: Database,
  username: string,
  { featured = 0, limit, offset }: { featured?: number; limit: number; offset: number },
): Promise<string | undefined> {
  const newest = (condition: RawBuilder<unknown>, range: RawBuilder<unknown>) =>
    newestKeys(sql`newsletter_key = n.key and ${condition}`, range);
  const versions = (keys: RawBuilder<unknown>) =>
    sql`(select string_agg(key || ':' || xmin::text, ' ' order by key) from emails where key in (${keys}))`;
  const { rows } = await sql<{ own: string; total: number; starred: string | null; shown: string | null }>`
    select n.xmin::text as own,
      (select count(*) from emails where newsletter_key = n.key and ${isPublished}) as total,
      ${featured === 0 ? sql`null` : versions(newest(sql`featured`, sql`limit ${featured}`))} as starred,
      ${versions(newest(sql`true`, sql`limit ${limit} offset ${offset}`))} as shown
    from newsletters n where n.username = ${username}`.execute(db);
  const [found] = rows;
  if (!found || (offset > 0 && found.shown === null)) return undefined;
  const { own, total, starred, shown } = found;
  return [own, total, starred, '/', shown].join(' ');
}

/**
 * A value that changes whenever the feed of the newest `count` emails does; undefined if there is no such newsletter.
 */
export async function feedVersion(
  db: Database,
  username: string,
  count: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', n.xmin, ${ofSnippets}, (
      select string_agg(key || ':' || version, ' ') from (
        select key, xmin::text as version from emails where newsletter_key = n.key and ${isPublished}
        order by ${publishedDate} desc, key desc limit ${count}) as newest)) as version
    from newsletters n where n.username = ${username}`.execute(db);
  return rows[0]?.version;
}
