import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Database } from '../../platform/database/connect.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { isMailedSql } from '../standing/type.ts';

const mostDays = 1100;

/** The parameter of reports: how far back they look. */
export const periodOf = z.object({
  days: z.coerce
    .number(sentence('input.days_up_to', { most: mostDays }))
    .int()
    .min(1)
    .max(mostDays)
    .default(30)
    .describe('The length of the period in days'),
});

/** How many pages and tags are listed. */
const mostListed = 20;

const tally = {
  signed_up: z
    .int()
    .describe(
      'People who became subscribers through a form in the period. People who were already known, and erased people, do not count',
    ),
  confirmed: z.int().describe('How many of them have confirmed'),
  waiting: z.int().describe('How many of them were asked to confirm and have not done so'),
  readers: z.int().describe('How many of them get mail now'),
};
const forms = ['page', 'frame', 'site'] as const;

export const signUpCountsSchema = {
  totals: z.object(tally),
  pages: z
    .array(
      z.object({
        form: z
          .enum(forms)
          .describe(
            'page: our form on a public page; frame: our form in a frame; site: a form of another site',
          ),
        page_url: z.string().describe('The page with the form, without its query; empty if unknown'),
        ...tally,
      }),
    )
    .describe(`The ${mostListed} pages where most people signed up`),
  tags: z
    .array(z.object({ id: z.string(), name: z.string(), ...tally }))
    .describe(`The ${mostListed} tags that most of these people have now`),
};
export type SignUpCounts = {
  [Name in keyof typeof signUpCountsSchema]: z.output<(typeof signUpCountsSchema)[Name]>;
};
type Tally = SignUpCounts['totals'];

/** Counts the people who have signed up since this moment, and where: in all, or with the form that has this id. */
export async function countSignUps(
  db: Database,
  newsletter: Newsletter,
  since: Date,
  form_id?: string,
): Promise<SignUpCounts> {
  const who = signedUp(newsletter, since, form_id);
  const [pages, tags] = await Promise.all([countByPage(db, who), countByTag(db, who)]);
  const all = pages.find(({ is_total }) => is_total);
  const listed = pages.filter(({ is_total }) => !is_total).slice(0, mostListed);
  return {
    totals: all ? tallyOf(all) : { signed_up: 0, confirmed: 0, waiting: 0, readers: 0 },
    pages: listed.map(({ form, page_url, ...counts }) => ({ form, page_url, ...tallyOf(counts) })),
    tags,
  };
}

function tallyOf({ signed_up, confirmed, waiting, readers }: Tally): Tally {
  return { signed_up, confirmed, waiting, readers };
}

const counts = sql`count(*) as signed_up, count(confirmation_date) as confirmed,
  count(*) filter (where type = 'unactivated') as waiting,
  count(*) filter (where ${isMailedSql}) as readers`;

const signedUp = ({ key }: Newsletter, since: Date, form_id?: string) =>
  sql`newsletter_key = ${key} and source = 'form' and creation_date >= ${since.toISOString()}
    ${form_id === undefined ? sql`` : sql`and form_id = ${form_id} and form_id <> ''`}`;

/** Counts by page, most people first, and in total. The first consent of a person says where they signed up. */
async function countByPage(db: Database, who: RawBuilder<unknown>) {
  type Row = Tally & { is_total: boolean; form: (typeof forms)[number]; page_url: string };
  const { rows } = await sql<Row>`
    with places as (
      select type, mail_state, standing, confirmation_date,
        case when coalesce(form_text, '') = '' then 'site' when page_url like '%as_embed=true%' then 'frame' else 'page' end as form,
        coalesce(regexp_replace(page_url, '[?#].*', ''), '') as page_url
      from subscribers
      left join lateral (
        select page_url, form_text from consents where subscriber_key = subscribers.key order by consents.key limit 1
      ) first on true
      where ${who}
    )
    select grouping(form, page_url) <> 0 as is_total, form, page_url, ${counts}
    from places group by grouping sets ((), (form, page_url))
    order by is_total desc, signed_up desc, page_url, form limit ${mostListed + 1}`.execute(db);
  return rows;
}

async function countByTag(db: Database, who: RawBuilder<unknown>): Promise<SignUpCounts['tags']> {
  const { rows } = await sql<SignUpCounts['tags'][number]>`
    with counted as (
      select tag, ${counts} from subscribers, unnest(tags) as tag where ${who} group by tag
    )
    select id, name, signed_up, confirmed, waiting, readers
    from counted join tags on tags.key = tag order by signed_up desc, lower(name) limit ${mostListed}`.execute(
    db,
  );
  return rows;
}
