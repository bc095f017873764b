import { type RawBuilder, sql } from 'kysely';
import { mostShown } from '../audience/comments/queries.ts';
import type { Database } from '../platform/database/connect.ts';
import { prepare } from '../platform/database/prepared.ts';
import { isPublished, newestKeys, onHome, perPage, publishedDate } from './queries.ts';

// A row's xmin changes with every update; no timestamp is precise enough for that.
/** The versions of everything that bodies insert by name: snippets, and surveys, which snippets can insert as well. */
const ofInserted = sql`concat_ws('/',
      (select string_agg(xmin::text, ',' order by key) from snippets where newsletter_key = n.key),
      (select string_agg(xmin::text, ',' order by key) from surveys where newsletter_key = n.key))`;
const neighbours = sql`select key, xmin from emails where newsletter_key = n.key and ${isPublished}`;
const place = sql`(${publishedDate}, key)`;
const own = sql`(coalesce(e.publish_date, e.status_date), e.key)`;
const total = sql`(select count(*) from emails where newsletter_key = n.key and ${isPublished})`;

/** Selects the versions of the newest published emails that meet the condition, as text; null if there are none. */
function newestVersions(condition: RawBuilder<unknown>, range: RawBuilder<unknown>) {
  const keys = newestKeys(sql`newsletter_key = n.key and ${condition}`, range);
  return sql`(select string_agg(key || ':' || xmin::text, ' ' order by key) from emails where key in (${keys}))`;
}

type Version = { version: string };

const versionsOfPages = prepare<{ username: string; slug: string }, Version>(
  'version_of_page',
  ['username', 'slug'],
  ({ username, slug }) => sql`
    select concat_ws(' ', n.xmin, e.key, e.xmin, prev.key, prev.xmin, '/', next.key, next.xmin,
      (select string_agg(key || ':' || xmin::text, ',' order by key) from emails
        where newsletter_key = n.key and ${isPublished}
          and id in (select jsonb_array_elements_text(e.related_email_ids)::uuid)),
      case when e.commenting_mode <> 'disabled' then (select string_agg(comment.xmin::text, ',' order by key desc) from
        (select key, xmin from comments where email_key = e.key and status = 'active' order by key desc limit ${sql.lit(mostShown)}) comment)
      end,
      case when (e.body || e.custom_teaser) ~ 'snippets|survey[.]' then ${ofInserted} end) as version
    from newsletters n
    join lateral (select * from (select *, xmin from emails where newsletter_key = n.key and slug = ${slug}) as named
      where ${isPublished}) e on true
    left join lateral (${neighbours} and ${place} < ${own}
      order by ${publishedDate} desc, key desc limit 1) prev on true
    left join lateral (${neighbours} and ${place} > ${own}
      order by ${publishedDate}, key limit 1) next on true
    where n.username = ${username}`,
);

/** Returns a value that changes whenever the email's page does; undefined if there is no such email. */
export async function pageVersion(db: Database, username: string, slug: string): Promise<string | undefined> {
  const [found] = await versionsOfPages(db, { username, slug });
  return found?.version;
}

const versionsOfHomes = prepare<{ username: string }, Version>(
  'version_of_home',
  ['username'],
  ({ username }) => sql`
    select concat_ws(' ', n.xmin, ${total}, ${newestVersions(sql`featured`, sql`limit ${sql.lit(onHome.featured)}`)},
      '/', ${newestVersions(sql`true`, sql`limit ${sql.lit(onHome.limit)}`)}) as version
    from newsletters n where n.username = ${username}`,
);

/** Returns a value that changes whenever the newsletter's home page does; undefined if there is no such newsletter. */
export async function homeVersion(db: Database, username: string): Promise<string | undefined> {
  const [found] = await versionsOfHomes(db, { username });
  return found?.version;
}

const versionsOfLists = prepare<{ username: string; offset: number }, { own: string; shown: string | null }>(
  'version_of_list',
  ['username', 'offset'],
  ({ username, offset }) => sql`
    select concat_ws(' ', n.xmin, ${total}) as own,
      ${newestVersions(sql`true`, sql`limit ${sql.lit(perPage)} offset ${offset}`)} as shown
    from newsletters n where n.username = ${username}`,
);

/**
 * Returns a value that changes whenever the page of the archive after `offset` emails does. Undefined if the newsletter does not exist, or
 * if such a page is empty.
 */
export async function listVersion(
  db: Database,
  username: string,
  offset: number,
): Promise<string | undefined> {
  const [found] = await versionsOfLists(db, { username, offset });
  return found && (offset === 0 || found.shown !== null) ? `${found.own} ${found.shown}` : undefined;
}

const versionsOfFeeds = prepare<{ username: string; count: number }, Version>(
  'version_of_feed',
  ['username', 'count'],
  ({ username, count }) => sql`
    select concat_ws(' ', n.xmin, ${ofInserted}, ${newestVersions(sql`true`, sql`limit ${count}`)}) as version
    from newsletters n where n.username = ${username}`,
);

/** Returns a value that changes whenever the feed of the newest `count` emails does; undefined if there is no such newsletter. */
export async function feedVersion(
  db: Database,
  username: string,
  count: number,
): Promise<string | undefined> {
  const [found] = await versionsOfFeeds(db, { username, count });
  return found?.version;
}
