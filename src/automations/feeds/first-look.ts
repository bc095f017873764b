import { type FetchedFeed, fetchFeed } from '../../engines/feeds/fetch.ts';
import type { Clock } from '../../platform/clock.ts';
import { DomainError, domainError } from '../../platform/errors.ts';
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { FeedAddress } from '../definition/input.ts';

/** How long a request waits for a feed that is not followed yet, in milliseconds. */
const patience = 10_000;

/** Fetches addresses, all of them together within that time. */
export function openLook({ safe_fetch, clock }: LookContext): (url: string) => Promise<FetchedFeed> {
  const signal = AbortSignal.timeout(patience);
  return async url => {
    const found = await fetchFeed(safe_fetch, { url, validators: null, signal, clock });
    if (found.kind !== 'failed' || !signal.aborted) return found;
    return { kind: 'failed', reason: sentence('feeds.no_answer_within', { seconds: patience / 1000 }) };
  };
}

/** How many of the feeds that a page links to are tried, most likely first. */
const tries = 3;

/** `url` is the feed's address, which may have come from a page; `field` is the request field that led to it. */
export type FirstLook = {
  url: string;
  field: string;
  answer: Exclude<FetchedFeed, { kind: 'no_feed' | 'refused' | 'gone' }>;
};

export type LookContext = { safe_fetch: SafeFetch; clock: Clock };

/** Like lookAtFeed, for all addresses in parallel; one result per feed, in order. Throws for the first error. */
export async function lookAtFeeds(
  context: LookContext,
  addresses: readonly FeedAddress[],
  look: typeof lookAtFeed = lookAtFeed,
): Promise<FirstLook[]> {
  const settled = await Promise.allSettled(addresses.map(address => look(context, address)));
  const looks = settled.map(one => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  return looks.filter((one, at) => looks.findIndex(({ url }) => url === one.url) === at);
}

/**
 * Fetches the feed at an address for the first time. An unreachable address may work later, so that is a result too.
 * Throws `url_invalid` for a forbidden address, and for content that is neither a feed nor a page that links to one.
 */
export async function lookAtFeed(context: LookContext, { url, field }: FeedAddress): Promise<FirstLook> {
  const look = openLook(context);
  const answer = await look(url);
  if (answer.kind === 'refused') throw new DomainError('url_invalid', `${field}: ${answer.reason}`);
  if (answer.kind === 'gone') throw domainError('url_invalid', 'automations.feed_gone', { field });
  if (answer.kind !== 'no_feed') return { url, field, answer };
  for (const link of answer.links.slice(0, tries)) {
    const found = await look(link);
    if (found.kind === 'fetched') return { url: link, field, answer: found };
  }
  throw domainError('url_invalid', 'automations.not_a_feed', {
    field,
    reason: answer.reason.replace(/\.$/, ''),
  });
}
