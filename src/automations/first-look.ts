import { findFeedLinks } from '../engines/feeds/discover.ts';
import { type FetchedFeed, fetchFeed } from '../engines/feeds/fetch.ts';
import type { Clock } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import type { SafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import type { FeedAddress } from './automation.ts';

/** Milliseconds that somebody who makes an automation waits for its feed. */
const patience = 10_000;

/** Feeds that a page names and that are tried, the likeliest first. */
const tries = 3;

/** `url` is that of the feed, which a page may have named; `field` is the one of the request that led to it. */
export type FirstLook = {
  url: string;
  field: string;
  answer: Exclude<FetchedFeed, { kind: 'no_feed' | 'refused' | 'gone' }>;
};

/** As lookAtFeed, at all addresses at once; one for each feed, in their order. Throws for the first that is wrong. */
export async function lookAtFeeds(
  context: { safe_fetch: SafeFetch; clock: Clock },
  addresses: readonly FeedAddress[],
): Promise<FirstLook[]> {
  const settled = await Promise.allSettled(addresses.map(address => lookAtFeed(context, address)));
  const looks = settled.map(one => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  return looks.filter((one, at) => looks.findIndex(({ url }) => url === one.url) === at);
}

/**
 * Asks an address for its feed for the first time. What cannot be reached now may be there later, and is an answer as
 * well. Throws `url_invalid` for an address that we do not talk to, and for what is neither a feed nor a page that names
 * one.
 */
async function lookAtFeed(
  { safe_fetch, clock }: { safe_fetch: SafeFetch; clock: Clock },
  { url, field }: FeedAddress,
): Promise<FirstLook> {
  const signal = AbortSignal.timeout(patience);
  const look = async (at: string): Promise<FetchedFeed> => {
    const found = await fetchFeed(safe_fetch, { url: at, validators: null, signal, clock });
    if (found.kind !== 'failed' || !signal.aborted) return found;
    return { kind: 'failed', reason: `It did not answer within ${patience / 1000} seconds.` };
  };
  const answer = await look(url);
  if (answer.kind === 'refused') throw new DomainError('url_invalid', `${field}: ${answer.reason}`);
  if (answer.kind === 'gone')
    throw new DomainError(
      'url_invalid',
      `${field}: the feed is gone for good (410). Give the address of another.`,
    );
  if (answer.kind !== 'no_feed') return { url, field, answer };
  const links = findFeedLinks(answer.document.toString('utf8'), answer.url).slice(0, tries);
  for (const link of links) {
    const found = await look(link);
    if (found.kind === 'fetched') return { url: link, field, answer: found };
  }
  throw new DomainError(
    'url_invalid',
    `${field}: ${answer.reason.replace(/\.$/, '')}. Give the address of an RSS, Atom or JSON feed, or of a page that links to one.`,
  );
}
