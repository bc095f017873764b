import { type Newsletter, shown } from '../accounts/newsletter.ts';
import { findNewsletterByUsername } from '../accounts/queries.ts';
import { signUpValues } from '../audience/sign-ups/page.ts';
import { readershipOf } from '../emails/email.ts';
import { thumbnailAddress } from '../emails/files/shapes.ts';
import { markdownToHtml } from '../engines/rendering/plain-markdown.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import { inLanguage } from '../links/language.ts';
import { homeAddress } from '../links/site.ts';
import type { Database } from '../platform/database/connect.ts';
import { day_ms } from '../platform/durations.ts';
import type { Made } from '../platform/http/conditional.ts';
import type { Pages } from '../platform/http/public-pages.ts';
import type { Words } from '../platform/languages/catalogue.ts';
import { documentLanguage } from '../platform/languages/tag.ts';
import { titleOf, type View, wordsOf } from './content.ts';
import { siteData } from './linked-data.ts';
import {
  countPublished,
  type Listed,
  listFeatured,
  listPublished,
  listSearchConfigs,
  onHome,
  perPage,
  searchPublished,
} from './queries.ts';
import { embedAddress, shareAddress } from './share.ts';

/** Returns the data of every page of a newsletter's site, for this viewer. Links keep the language in the address of the page. */
export function siteValues(
  newsletter: Newsletter,
  base_url: string,
  { asked_language, view = 'public' }: { asked_language: string; view?: View },
) {
  return {
    asked_language,
    in_language: inLanguage('', asked_language),
    announcement_html: announces(newsletter, view) ? markdownToHtml(newsletter.announcement_bar_text) : '',
    newsletter: { ...shown(newsletter, base_url), description: newsletter.description.trim() },
    home: homeAddress(base_url, newsletter),
    site: true,
  };
}

function announces({ announcement_bar_text, announcement_bar_visibility }: Newsletter, view: View): boolean {
  const viewers: Record<string, View[]> = {
    everyone: ['public', 'subscriber', 'paying'],
    logged_out_only: ['public'],
    free_only: ['subscriber'],
    paid_only: ['paying'],
  };
  return (
    announcement_bar_text.trim() !== '' &&
    Object.hasOwn(viewers, announcement_bar_visibility) &&
    viewers[announcement_bar_visibility]!.includes(view)
  );
}

/** The data of pages that list issues; `featured` is for the home page only. */
export type SiteList = { newsletter: Newsletter; featured: Listed[]; issues: Listed[]; count: number };

type ListContext = { theme: Theme; base_url: string };

/** Reads the newsletter and a page of its issues, as JSON; undefined if there is no such newsletter or no such page. */
export async function readList(
  db: Database,
  username: string,
  wish: { words: string; limit: number; offset: number },
): Promise<string | undefined> {
  const list = wish.words === '' ? await readPage(db, username, wish) : await readFound(db, username, wish);
  if (!list || (wish.offset > 0 && list.issues.length === 0)) return undefined;
  return JSON.stringify({ ...list, featured: [] } satisfies SiteList);
}

type ListPage = Omit<SiteList, 'featured'>;

async function readPage(
  db: Database,
  username: string,
  range: { limit: number; offset: number },
): Promise<ListPage | undefined> {
  const newsletter = await findNewsletterByUsername(db, username);
  if (!newsletter) return undefined;
  const [issues, count] = await Promise.all([
    listPublished(db, newsletter, range),
    countPublished(db, newsletter),
  ]);
  return { newsletter, issues, count };
}

async function readFound(
  db: Database,
  username: string,
  wish: { words: string; limit: number; offset: number },
): Promise<ListPage | undefined> {
  const [newsletter, configs] = await Promise.all([
    findNewsletterByUsername(db, username),
    listSearchConfigs(db, username),
  ]);
  if (!newsletter) return undefined;
  const found = configs.length === 0 ? [] : await searchPublished(db, newsletter, configs, wish);
  return { newsletter, issues: found, count: found[0]?.found ?? 0 };
}

/** Reads the data of a newsletter's home page, featured issues and the newest others, as JSON; undefined if there is no such newsletter. */
export async function readHome(db: Database, username: string): Promise<string | undefined> {
  const newsletter = await findNewsletterByUsername(db, username);
  if (!newsletter) return undefined;
  const [featured, newest, count] = await Promise.all([
    listFeatured(db, newsletter, onHome.featured),
    listPublished(db, newsletter, { limit: onHome.limit }),
    countPublished(db, newsletter),
  ]);
  const others = newest.filter(issue => featured.every(({ key }) => key !== issue.key));
  const issues = others.slice(0, onHome.limit - onHome.featured);
  return JSON.stringify({ newsletter, featured, issues, count } satisfies SiteList);
}

/** Renders the home page from the data of `readHome`, in this language or else the newsletter's. Its form has the tags and the language. */
export function makeHome(
  context: ListContext & { pages: Pages },
  list: string,
  tags: string[] = [],
  asked_language = '',
): Made {
  const values = homeValues(context, JSON.parse(list), asked_language);
  return context.pages.make('home', { ...values, tags });
}

function homeValues(
  context: ListContext,
  { newsletter, featured, issues, count }: SiteList,
  asked_language: string,
) {
  const { base_url, theme } = context;
  const words = wordsOf(theme, newsletter, asked_language);
  return {
    ...signUpValues(newsletter, base_url, words),
    ...siteValues(newsletter, base_url, { asked_language }),
    is_home: true,
    title: newsletter.name,
    canonical: homeAddress(base_url, newsletter),
    description: newsletter.description,
    image: newsletter.image || shareAddress(context, newsletter, { slug: '', title: newsletter.name }),
    embed_url: embedAddress(newsletter, base_url, homeAddress(base_url, newsletter)),
    json_ld: siteData(newsletter, base_url),
    featured: listedValues(context, newsletter, featured, words),
    issues: listedValues(context, newsletter, issues, words),
    more: count > featured.length + issues.length,
  };
}

export function archiveValues(
  context: ListContext,
  list: SiteList,
  words: string,
  page: number,
  asked_language = '',
) {
  const { newsletter, issues, count } = list;
  const { base_url, theme } = context;
  const spoken = wordsOf(theme, newsletter, asked_language);
  const home = homeAddress(base_url, newsletter);
  const last = Math.max(1, Math.ceil(count / perPage));
  return {
    ...siteValues(newsletter, base_url, { asked_language }),
    title: spoken.say('archive.title_of', { name: newsletter.name }),
    canonical: page === 1 ? `${home}/archive/` : `${home}/archive/?page=${page}`,
    description: newsletter.description,
    image: newsletter.image || shareAddress(context, newsletter, { slug: '', title: newsletter.name }),
    // Search results are not for search engines.
    unlisted: words !== '',
    groups: groupIssues(
      listedValues(context, newsletter, issues, spoken),
      newsletter.timezone,
      spoken,
      words,
    ),
    words,
    search: [
      words === '' ? '' : `q=${encodeURIComponent(words)}&`,
      asked_language === '' ? '' : `lang=${encodeURIComponent(asked_language)}&`,
    ].join(''),
    count,
    page,
    last,
    newer: page > 1 ? page - 1 : null,
    older: page < last ? page + 1 : null,
  };
}

function listedValues(context: ListContext, newsletter: Newsletter, issues: Listed[], words: Words) {
  return issues.map(issue => ({
    title: titleOf(context, newsletter, issue),
    slug: encodeURIComponent(issue.slug), // for addresses
    description: issue.description,
    number: issue.secondary_id,
    readership: readershipOf(issue),
    published_date: issue.published_date,
    date: words.date(issue.published_date, newsletter.timezone),
    image: /^https?:/i.test(issue.image) ? thumbnailAddress(issue.image) : '',
  }));
}

/** Groups issues by month, or by year if a page has more than 18 months of them. Search results are one group without a name. */
export function groupIssues<Issue extends { published_date: string }>(
  issues: Issue[],
  timeZone: string,
  { locale }: Pick<Words, 'locale'>,
  search: string,
): { name: string; issues: Issue[] }[] {
  if (search !== '' || issues.length === 0) return issues.length === 0 ? [] : [{ name: '', issues }];
  const dates = issues.map(({ published_date }) => new Date(published_date).getTime());
  const months = (Math.max(...dates) - Math.min(...dates)) / (30.4 * day_ms);
  const format = new Intl.DateTimeFormat(documentLanguage(locale), {
    year: 'numeric',
    ...(months <= 18 && { month: 'long' }),
    timeZone,
  });
  const groups = Map.groupBy(issues, ({ published_date }) => format.format(new Date(published_date)));
  return [...groups].map(([name, issues]) => ({ name, issues }));
}
