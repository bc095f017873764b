import { named, shown } from '../accounts/newsletter.ts';
import { findNewsletterByUsername } from '../accounts/queries.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Made } from '../platform/http/conditional.ts';
import { attributesOf, type Pages } from '../platform/http/public-pages.ts';
import { type FrontNewsletter, hasSent, listFront } from './front-queries.ts';
import { makeHome, readHome } from './list.ts';

type Front =
  | { is: 'home'; list: string }
  | { is: 'choice'; newsletters: FrontNewsletter[] }
  | { is: 'welcome'; only: FrontNewsletter | null };

/**
 * Reads the data of the front page, as JSON: the home of the newsletter if only one exists or only one has published; a choice if several
 * have published, which never reveals the others; or the welcome page of an installation that has sent nothing. Undefined if its newsletter
 * is deleted meanwhile.
 */
export async function readFront(db: Database): Promise<string | undefined> {
  const { published, only } = await listFront(db);
  const welcome = published.length === 0 && !(await hasSent(db));
  const front: Front = welcome ? { is: 'welcome', only } : { is: 'choice', newsletters: published };
  const home = published.length === 1 ? published[0]! : only;
  if (welcome || !home) return JSON.stringify(front);
  const list = await readHome(db, home.username);
  return list && JSON.stringify({ is: 'home', list } satisfies Front);
}

type FrontContext = { theme: Theme; pages: Pages; base_url: string; has_inbox: boolean };

/** Renders the page from the data of `readFront`. The choice among newsletters is in this language; empty: English. */
export function makeFront(context: FrontContext, text: string, asked_language: string): Made {
  const { pages, base_url, has_inbox } = context;
  const front: Front = JSON.parse(text);
  if (front.is === 'home') return makeHome(context, front.list);
  if (front.is === 'welcome')
    return pages.make('welcome', {
      asked_language: 'en',
      base_url,
      has_inbox,
      only: front.only && named(front.only, base_url),
    });
  return pages.make('choice', {
    canonical: `${base_url}/`,
    title: pages.catalogue.in({ locale: asked_language }).say('choice.title'),
    asked_language,
    newsletters: front.newsletters.map(newsletter => ({
      ...named(newsletter, base_url),
      language: attributesOf(newsletter.locale, pages.catalogue.in({ locale: asked_language })),
      description: newsletter.description.trim(),
    })),
  });
}

/** Finds the data of the "not found" page: the newsletter that `path` belongs to, if any. */
export async function findSite(
  db: Database,
  base_url: string,
  path: string,
): Promise<Record<string, unknown>> {
  const username = /^\/(?:api\/emails\/embed-subscribe\/)?([a-z0-9][a-z0-9_-]{0,62})(?:[/?]|$)/i.exec(
    path,
  )?.[1];
  const newsletter = username && (await findNewsletterByUsername(db, username));
  return newsletter ? { newsletter: shown(newsletter, base_url) } : {};
}
