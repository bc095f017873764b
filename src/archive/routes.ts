import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Newsletter } from '../accounts/newsletter.ts';
import { findNewsletterByUsername } from '../accounts/queries.ts';
import { usernameParameter } from '../accounts/username.ts';
import { standingOf } from '../audience/readers/sessions.ts';
import { tagsInAddress } from '../audience/sign-ups/form.ts';
import { embedValues } from '../audience/sign-ups/page.ts';
import { archiveAddress, readershipOf } from '../emails/email.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import { homeAddress } from '../links/site.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { nothingHere } from '../platform/errors.ts';
import { sendMade } from '../platform/http/conditional.ts';
import { browserLanguage, languageIn, type Pages } from '../platform/http/public-pages.ts';
import type { App } from '../platform/http/server.ts';
import { lineOf } from '../platform/http/words.ts';
import { voiceOf } from '../platform/languages/catalogue.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import type { Known } from '../sites/place.ts';
import { makeRobots, makeSitemap } from './crawlers.ts';
import { feedItems, makeJsonFeed, makeRss } from './feeds.ts';
import { findFormer } from './former.ts';
import { makeFront, readFront } from './front.ts';
import { listFront } from './front-queries.ts';
import { issueValues } from './issue.ts';
import { type KeptPages, keepPages } from './kept.ts';
import { archiveValues, makeHome, readHome, readList } from './list.ts';
import { privateFeedPages } from './private-feed-routes.ts';
import { findPresentSlug, findPublished, listAddresses, listNewest, perPage } from './queries.ts';
import { shareRoutes } from './share-routes.ts';
import { feedVersion, homeVersion, listVersion, pageVersion } from './version-queries.ts';

type ArchiveRoutes = {
  db: Database;
  theme: Theme;
  pages: Pages;
  base_url: string;
  secret: Secret;
  clock: Clock;
  /** Whether mail stays in the built-in inbox. */
  has_inbox: boolean;
  store: FileStore;
  directory: Known;
};
type SiteRoute = {
  Params: { username: string; slug: string };
  Querystring: Record<string, string | string[]>;
};

const kept_bytes = 32 * 1024 * 1024;
const hide = { schema: { hide: true } };

/**
 * Adds the routes of a newsletter's public site: its home, its archive, the pages of its emails at their absolute_url, feeds and sitemap. A
 * page that nobody may see is "not found", whatever the reason.
 */
export function archiveRoutes(app: App, context: ArchiveRoutes): void {
  const kept = keepPages(kept_bytes);
  listRoutes(app, context, kept);
  issueRoutes(app, context, kept);
  feedRoutes(app, context, kept);
  privateFeedPages(app, context, kept);
  crawlerRoutes(app, context);
  shareRoutes(app, context);
}

/** Adds the routes of the front page, and the home and the archive of a newsletter. */
function listRoutes(app: App, context: ArchiveRoutes, kept: KeptPages): void {
  const { db, pages, base_url } = context;

  app.get<SiteRoute>('/', hide, async (request, reply) => {
    const former = await findFormer(context, request);
    if (former !== undefined) return reply.redirect(former, 301);
    const language = browserLanguage(pages.catalogue, request.headers['accept-language']);
    const words = pages.catalogue.nearest(language || 'en') ?? 'en';
    const page = await kept.get(
      `/?${words}`,
      () => readFront(db),
      async front => makeFront(context, front, words),
    );
    if (!page) throw nothingHere();
    reply.header('Vary', 'Accept-Language');
    return sendMade(request, reply, page);
  });

  app.get<SiteRoute>(`/${usernameParameter}`, hide, async (request, reply) => {
    const { params, query } = request;
    const username = params.username.toLowerCase();
    const tags = tagsInAddress(query);
    const asked_language = languageIn(query);
    if (query.as_embed === 'true') {
      const newsletter = await demandNewsletter(db, request);
      const words = pages.catalogue.in(voiceOf(newsletter, asked_language));
      const page = pages.make('embed', { ...embedValues(newsletter, base_url, words), tags, asked_language });
      return sendMade(request, reply, page);
    }
    // Only the page without tags and language in its address is cached: anybody can make up addresses with them, and few
    // links have them.
    const asks = tags.length > 0 || asked_language !== '';
    const list = asks ? await readHome(db, username) : undefined;
    const page = asks
      ? list && makeHome(context, list, tags, asked_language)
      : await kept.get(
          username,
          () => homeVersion(db, username),
          async () => {
            const list = await readHome(db, username);
            return list === undefined ? undefined : makeHome(context, list);
          },
        );
    if (!page) return toFormer(context, request, reply);
    return sendMade(request, reply, page);
  });

  app.get<SiteRoute>(`/${usernameParameter}/archive`, hide, async (request, reply) => {
    const { params, query } = request;
    const username = params.username.toLowerCase();
    const words = lineOf([query.q].flat().at(-1), 100);
    const number = pageOf([query.page].flat().at(-1));
    const wish = { words, limit: perPage, offset: (number - 1) * perPage };
    const asked_language = languageIn(query);
    const makeIt = async () => {
      const list = await readList(db, username, wish);
      if (list === undefined) return undefined;
      return pages.make('archive', archiveValues(context, JSON.parse(list), words, number, asked_language));
    };
    // Search results are not cached: hardly any search is repeated. Nor are pages in another language.
    const isUsual = words === '' && asked_language === '';
    const page = isUsual
      ? await kept.get(`${username}/archive?${number}`, () => listVersion(db, username, wish.offset), makeIt)
      : await makeIt();
    if (!page) throw nothingHere();
    return sendMade(request, reply, page);
  });
}

/** Adds the page of an email. */
function issueRoutes(app: App, context: ArchiveRoutes, kept: KeptPages): void {
  const { db, pages, base_url } = context;

  app.get<SiteRoute>(`/${usernameParameter}/archive/:slug`, hide, async (request, reply) => {
    const { params, query, headers } = request;
    const username = params.username.toLowerCase();
    const slug = params.slug.normalize('NFC');
    const asked_language = languageIn(query);
    const makeIssue = async () => {
      const found = await findIssue(username, slug);
      if (!found) return undefined;
      const { newsletter, email } = found;
      const values = await issueValues(context, newsletter, email, 'public', asked_language);
      const made = pages.make('issue', values);
      if (readershipOf(email) !== 'everybody') made.headers.Vary = 'Cookie';
      return made;
    };
    const page =
      asked_language === ''
        ? await kept.get(`${username}/${slug}`, () => pageVersion(db, username, slug), makeIssue)
        : await makeIssue();
    if (!page) {
      const address = await findMoved(username, slug);
      return address === undefined ? toFormer(context, request, reply) : reply.redirect(address, 301);
    }
    if (page.headers.Vary === undefined || headers.cookie === undefined)
      return sendMade(request, reply, page);
    const found = await findIssue(username, slug);
    const standing = found && (await standingOf(context, request, found.newsletter));
    if (!standing) return sendMade(request, reply, page);
    const values = await issueValues(context, found.newsletter, found.email, standing, asked_language);
    reply.header('Vary', 'Cookie');
    return pages.show(reply, 200, 'issue', values);
  });

  async function findIssue(username: string, slug: string) {
    const newsletter = await findNewsletterByUsername(db, username);
    const email = newsletter && (await findPublished(db, newsletter, slug));
    return email && { newsletter, email };
  }

  async function findMoved(username: string, slug: string): Promise<string | undefined> {
    const newsletter = await findNewsletterByUsername(db, username);
    const present = newsletter && (await findPresentSlug(db, newsletter, slug));
    return present === undefined ? undefined : archiveAddress(base_url, newsletter!, { slug: present });
  }
}

function feedRoutes(app: App, context: ArchiveRoutes, kept: KeptPages): void {
  const { db, base_url } = context;
  for (const { path, print } of [
    { path: 'rss', print: makeRss },
    { path: 'feed.json', print: makeJsonFeed },
  ]) {
    app.get<SiteRoute>(`/${usernameParameter}/${path}`, hide, async (request, reply) => {
      const { params, query } = request;
      const username = params.username.toLowerCase();
      const count = countOf([query.count].flat().at(-1));
      const feed = await kept.get(
        `${username}/${path}?${count}`,
        () => feedVersion(db, username, count),
        async () => {
          const newsletter = await findNewsletterByUsername(db, username);
          if (!newsletter) return undefined;
          const emails = await listNewest(db, newsletter, count);
          return print(newsletter, base_url, await feedItems(context, newsletter, emails));
        },
      );
      if (!feed) throw nothingHere();
      // Scripts on other sites may read it.
      reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' });
      return sendMade(request, reply, feed);
    });
  }
}

function crawlerRoutes(app: App, { db, base_url }: ArchiveRoutes): void {
  app.get<SiteRoute>(`/${usernameParameter}/sitemap.xml`, hide, async (request, reply) => {
    const newsletter = await demandNewsletter(db, request);
    const issues = await listAddresses(db, newsletter);
    return sendMade(request, reply, makeSitemap(newsletter, base_url, issues));
  });

  // The newsletter's domain has it at its root.
  app.get<SiteRoute>(`/${usernameParameter}/robots.txt`, hide, async (request, reply) => {
    const newsletter = await demandNewsletter(db, request);
    return sendMade(request, reply, makeRobots([homeAddress(base_url, newsletter)]));
  });

  app.get<SiteRoute>('/robots.txt', hide, async (request, reply) =>
    sendMade(
      request,
      reply,
      makeRobots(
        (await listFront(db)).published
          .filter(({ served_domain }) => served_domain === '')
          .map(({ username }) => `${base_url}/${username}`),
      ),
    ),
  );
}

async function demandNewsletter(db: Database, { params }: FastifyRequest<SiteRoute>): Promise<Newsletter> {
  const newsletter = await findNewsletterByUsername(db, params.username);
  if (!newsletter) throw nothingHere();
  return newsletter;
}

/** Redirects if an issue had this address at another service. */
async function toFormer(
  context: ArchiveRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const address = await findFormer(context, request);
  if (address === undefined) throw nothingHere();
  return reply.redirect(address, 301);
}

/** Reads a page number, counted from 1. Anything else means the first page, which suits somebody who mistyped the address. */
function pageOf(text: string | undefined): number {
  const page = Number(text ?? 1);
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** Reads the number of entries in a feed: 1 to 100, by default 20. */
function countOf(text: string | undefined): number {
  const count = Number(text ?? 20);
  return Number.isInteger(count) ? Math.min(Math.max(count, 1), 100) : 20;
}
