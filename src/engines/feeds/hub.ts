import { type Feed, longestAddress } from './feed.ts';
import { attributeOf, childrenOf, rel } from './fields.ts';
import { webAddress } from './markup/addresses.ts';
import type { Element } from './markup/document.ts';

/** The hub of a feed (W3C WebSub), and the feed's name at the hub. */
export type Hub = { hub_url: string; topic_url: string };

/** A feed's links to its hub and to itself; null without a hub. */
export type HubLinks = { hub: string | null; self: string | null };

/** Returns the hub links in an RSS or Atom feed. */
export function hubLinksIn(feed: Element): HubLinks {
  const links = childrenOf(feed, ['atom:link', 'link']);
  const named = (name: string) =>
    links
      .filter(link => rel(link).split(/\s+/).includes(name))
      .map(link => webAddress(attributeOf(link, 'href'), link.base))
      .find(url => url !== null) ?? null;
  return { hub: named('hub'), self: named('self') };
}

/**
 * Returns the hub of a feed from the Link headers of its response, or else from its own links (WebSub §4); null if there is none. The topic
 * defaults to the address that responded.
 */
export function hubOf(
  { hub, self }: Pick<Feed, 'hub' | 'self'>,
  link_header: string,
  url: string,
): Hub | null {
  const links = readLinkHeader(link_header, url);
  const hub_url = links.get('hub') ?? hub;
  const topic_url = links.get('self') ?? self ?? url;
  if (hub_url === null || new URL(topic_url).username !== '' || new URL(topic_url).password !== '')
    return null;
  return hub_url.length > longestAddress || topic_url.length > longestAddress ? null : { hub_url, topic_url };
}

/** Reads the first address for each relation (RFC 8288 §3). */
function readLinkHeader(header: string, base: string): Map<string, string> {
  const links = new Map<string, string>();
  for (const [, address = '', parameters = ''] of header
    .slice(0, 10_000)
    .matchAll(/<([^<>]{1,2000})>((?:\s*;\s*[\w*-]{1,50}\s*=\s*(?:"[^"]{0,1000}"|[^\s",;]{0,1000}))*)/g)) {
    const url = webAddress(address, base);
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i.exec(parameters) ?? [];
    for (const name of (quoted ?? bare ?? '').toLowerCase().split(/\s+/))
      if (url !== null && !links.has(name)) links.set(name, url);
  }
  return links;
}
