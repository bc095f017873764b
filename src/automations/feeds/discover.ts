import { z } from 'zod';
import type { FetchedFeed } from '../../engines/feeds/fetch.ts';
import { DomainError, domainError } from '../../platform/errors.ts';
import { asked, timestamp } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { discoverExample, discoveredExample } from '../definition/examples.ts';
import { feedAddress } from '../definition/input.ts';
import { type LookContext, openLook } from './first-look.ts';
import { keepLook } from './recent-looks.ts';

/** How many of the feeds that a page links to are read, most likely first. */
const mostFeeds = 8;

/** The usual places of feeds for pages that link to none: below the page, and at the root of its site. */
const usualPlaces = ['feed', 'rss', 'feed.xml', 'rss.xml', 'atom.xml', 'index.xml'];

export const discovery = z
  .object({ url: feedAddress.describe('The address of a site, of a page or of a feed') })
  .meta(asked(discoverExample));

export const discoveredSchema = z
  .object({
    feeds: z.array(
      z.object({
        url: z.string().describe('What to give as `url` of an automation'),
        title: z.string(),
        format: z.string(),
        item_count: z.int().nullable().describe('Null for a feed too large to count'),
        latest_title: z.string().describe('The title of its latest item; empty if it has none'),
        latest_date: timestamp.nullable().describe('The date of its latest item, if it has one'),
      }),
    ),
  })
  .meta({ id: 'DiscoveredFeeds', examples: [discoveredExample] });

type FoundFeed = z.output<typeof discoveredSchema>['feeds'][number];
type Fetched = Extract<FetchedFeed, { kind: 'fetched' }>;
type Found = { url: string; answer: Fetched };

/**
 * Finds the feeds at an address: the address itself, those that the page there links to, or those in the usual places. Throws `url_invalid`
 * if there are none, or if the address cannot be reached.
 */
export async function discoverFeeds(
  context: LookContext,
  newsletter_key: number,
  url: string,
): Promise<FoundFeed[]> {
  const look = openLook(context);
  const answer = await look(url);
  const found = answer.kind === 'fetched' ? [{ url, answer }] : await findBeyond(look, answer);
  for (const one of found) keepLook(newsletter_key, one, context.clock());
  return found.map(showFound);
}

async function findBeyond(
  look: ReturnType<typeof openLook>,
  answer: Exclude<FetchedFeed, Fetched>,
): Promise<Found[]> {
  if (answer.kind !== 'no_feed') throw new DomainError('url_invalid', `url: ${reasonOf(answer)}`);
  const readAll = async (addresses: string[]) => {
    const answers = await Promise.all(addresses.map(look));
    return answers.flatMap((one, at) => (one.kind === 'fetched' ? { url: addresses[at]!, answer: one } : []));
  };
  const linked = await readAll(answer.links.slice(0, mostFeeds));
  const found = linked.length > 0 ? linked : distinct(await readAll(guesses(answer.url)));
  if (found.length > 0) return found;
  throw domainError('url_invalid', 'automations.no_feed_found');
}

function guesses(page: string): string[] {
  const below = page.replace(/[?#].*$/, '').replace(/\/?$/, '/');
  const bases = [below, new URL('/', page).href];
  return [...new Set(bases.flatMap(base => usualPlaces.map(place => new URL(place, base).href)))];
}

/** Returns the feeds without duplicates, since several guesses may lead to the same one. */
function distinct(found: Found[]): Found[] {
  return found.filter((one, at) => found.findIndex(({ answer }) => answer.url === one.answer.url) === at);
}

function reasonOf(answer: Exclude<FetchedFeed, Fetched>): string {
  if (answer.kind === 'gone') return sentence('feeds.page_gone');
  return 'reason' in answer ? answer.reason : sentence('feeds.try_later_lower');
}

function showFound({ url, answer: { feed } }: Found): FoundFeed {
  const { title, format, items } = feed;
  const shown = { url, title, format };
  if (items instanceof Uint8Array) return { ...shown, item_count: null, latest_title: '', latest_date: null };
  const dated = items.filter(({ publish_date }) => publish_date !== null);
  const latest = dated.toSorted((a, b) => (a.publish_date! < b.publish_date! ? 1 : -1))[0] ?? items[0];
  return {
    ...shown,
    item_count: items.length,
    latest_title: latest?.title ?? '',
    latest_date: latest?.publish_date ?? null,
  };
}
