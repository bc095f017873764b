import { sql } from 'kysely';
import { z } from 'zod';
import { arrivedStatuses } from '../../audience/filter/statuses.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Page } from '../../platform/http/query.ts';

const count = z.int();

export const rawFigures = z
  .object({
    opens: count.describe('All recorded opens, including repeats and machines'),
    clicks: count.describe('All recorded clicks, including repeats and machines'),
    proxied_opens: count.describe('How many of them Apple prefetched'),
    machine_opens: count.describe('How many of them machines made'),
    machine_clicks: count,
    opened_by: count.describe('Recipients with any open'),
    clicked_by: count.describe('Recipients with any click'),
  })
  .meta({ id: 'RawAnalytics' });

export const linkFigures = z
  .object({
    url: z.string(),
    recipients: count.describe('Recipients who followed it, without machines'),
    clicks: count.describe('Their clicks, including repeats'),
    machine_clicks: count,
  })
  .meta({ id: 'LinkFigures' });

export const momentFigures = z
  .object({
    date: z.string().describe('When the hour or day begins'),
    opens: count.describe('First opens'),
    clicks: count.describe('First clicks'),
    raw_opens: count.optional().describe('With raw=true: all recorded opens, including repeats and machines'),
    raw_clicks: count.optional(),
  })
  .meta({ id: 'MomentFigures' });

export const clientFigures = z
  .object({
    client: z.string().describe('Gmail, Apple Mail (private), Outlook, Firefox …, Other'),
    opens: count,
    clicks: count,
  })
  .meta({ id: 'ClientFigures' });

export const domainFigures = z
  .object({
    domain: z.string().describe('Domain of the addresses; empty for deleted subscribers'),
    recipients: count,
    opens: count,
    clicks: count,
  })
  .meta({ id: 'DomainFigures' });

/** Returns everything that was recorded, including machines: unreliable figures, which are shown next to the reliable ones. */
export async function readRawFigures(db: Database, email_key: number): Promise<z.output<typeof rawFigures>> {
  const { rows } = await sql<z.output<typeof rawFigures>>`
    select count(*) filter (where kind = 'open') as opens,
      count(*) filter (where kind = 'click') as clicks,
      count(*) filter (where kind = 'open' and verdict = 'proxied') as proxied_opens,
      count(*) filter (where kind = 'open' and verdict = 'machine') as machine_opens,
      count(*) filter (where kind = 'click' and verdict = 'machine') as machine_clicks,
      count(distinct subscriber_key) filter (where kind = 'open') as opened_by,
      count(distinct subscriber_key) filter (where kind = 'click') as clicked_by
    from hits where email_key = ${email_key}`.execute(db);
  return rows[0]!;
}

type Listed<Row> = { results: Row[]; count: number };

/** Lists the tracked links of the email, those followed by most recipients first. */
export async function listLinkFigures(
  db: Database,
  email_key: number,
  page: Page,
): Promise<Listed<z.output<typeof linkFigures>>> {
  return listFigures(
    db,
    page,
    sql`
      select url,
        count(distinct subscriber_key) filter (where verdict <> 'machine') as recipients,
        count(hits.id) filter (where verdict <> 'machine') as clicks,
        count(hits.id) filter (where verdict = 'machine') as machine_clicks,
        number as place
      from email_links
      left join hits on hits.email_key = email_links.email_key and kind = 'click' and link_number = number
      where email_links.email_key = ${email_key} and number > 0
      group by number, url`,
    sql`recipients desc, clicks desc, place`,
  );
}

/**
 * Lists first opens and first clicks by hour or day in the newsletter's time zone, without empty ones. They come from the ledger, so they
 * add up to the email's opens and clicks. With `raw`, also lists everything recorded, which adds up to its raw figures.
 */
export async function listMoments(
  db: Database,
  email_key: number,
  { by, timezone, raw }: { by: 'hour' | 'day'; timezone: string; raw: boolean },
  page: Page,
): Promise<Listed<z.output<typeof momentFigures>>> {
  const moments = (column: 'open_date' | 'click_date', opens: number) => sql`
    select date_trunc(${by}, ${sql.ref(column)}, ${timezone}) as date, ${sql.lit(opens)} as opens, ${sql.lit(1 - opens)} as clicks,
      0 as raw_opens, 0 as raw_clicks
    from deliveries where email_key = ${email_key} and ${sql.ref(column)} is not null`;
  const recorded = sql`
    select date_trunc(${by}, date, ${timezone}), 0, 0, (kind = 'open')::int, (kind = 'click')::int
    from hits where email_key = ${email_key}`;
  return listFigures(
    db,
    page,
    sql`
      select date, sum(opens) as opens, sum(clicks) as clicks
        ${raw ? sql`, sum(raw_opens) as raw_opens, sum(raw_clicks) as raw_clicks` : sql``}
      from (${moments('open_date', 1)} union all ${moments('click_date', 0)} ${raw ? sql`union all ${recorded}` : sql``}) moments
      group by date`,
    sql`date`,
  );
}

/**
 * Lists recipients, without machines, by the program with which they opened or clicked. A recipient who used two programs counts for both.
 */
export async function listClientFigures(
  db: Database,
  email_key: number,
  page: Page,
): Promise<Listed<z.output<typeof clientFigures>>> {
  return listFigures(
    db,
    page,
    sql`
      select client,
        count(distinct subscriber_key) filter (where kind = 'open') as opens,
        count(distinct subscriber_key) filter (where kind = 'click') as clicks
      from hits where email_key = ${email_key} and verdict <> 'machine'
      group by client`,
    sql`opens desc, clicks desc, client`,
  );
}

/** Lists accepted recipients by the domain of their current address. The sum equals the analytics. */
export async function listDomainFigures(
  db: Database,
  email_key: number,
  page: Page,
): Promise<Listed<z.output<typeof domainFigures>>> {
  return listFigures(
    db,
    page,
    sql`
      select coalesce(subscribers.domain, '') as domain,
        count(*) filter (where status in ${arrivedStatuses}) as recipients,
        count(open_date) as opens,
        count(click_date) as clicks
      from deliveries left join (
        -- Only this newsletter's: otherwise all subscribers of the installation may be read.
        select key, domain from subscribers
        where newsletter_key = (select newsletter_key from emails where key = ${email_key})
      ) subscribers on subscribers.key = subscriber_key
      where email_key = ${email_key} and status <> 'skipped'
      group by 1`,
    sql`recipients desc, domain`,
  );
}

async function listFigures<Row>(
  db: Database,
  { page, page_size }: Page,
  figures: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
): Promise<Listed<Row>> {
  // The figures are computed once, for both the page and their number.
  const { rows } = await sql<Row & { total: number; is_there: true | null }>`
    with figures as materialized (${figures})
    select page.*, total from (select count(*) as total from figures) counted
    left join (
      select *, true as is_there from figures order by ${order} limit ${page_size} offset ${(page - 1) * page_size}
    ) page on true
    order by ${order}`.execute(db);
  return { results: rows.filter(({ is_there }) => is_there), count: rows[0]!.total };
}
