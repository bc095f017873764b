import type { Packed } from '../../platform/threads/packed.ts';

/** The longest address of a feed, in bytes. The database cannot index longer ones. */
export const longestAddress = 2000;

/** A file of an item, mostly audio; `length` in bytes if the feed gives it. */
export type Enclosure = { url: string; type: string; length: number | null };

/** One entry of a feed in any format. Markup is as in the feed, not sanitised, but with absolute addresses. */
export type FeedItem = {
  /** The feed's own id (guid, atom:id, id), as written; null if it has none. */
  guid: string | null;
  /** The text that distinguishes it from other items: the guid, or else the link, or else a hash of title, date and content. */
  id: string;
  id_source: 'guid' | 'link' | 'hash';
  /** The item's link, absolute; null if there is no http or https link. */
  url: string | null;
  /** A single line of plain text without control characters; empty if there is none. */
  title: string;
  /** The summary as HTML with absolute addresses. Empty if there is none. */
  description: string;
  /** The full text as HTML with absolute addresses; the description if the feed has nothing longer. */
  content: string;
  /** RFC 3339 in UTC with milliseconds; null if the feed has no readable date. */
  publish_date: string | null;
  author: string;
  enclosure: Enclosure | null;
  /** The address of the item's picture. */
  image: string | null;
  /** The categories as written, without duplicates. */
  categories: string[];
};

/** How rarely a feed asks to be fetched. Hours are in UTC; days are English names in lower case (RSS 2.0). */
export type PollingWish = { least_minutes: number | null; skip_hours: number[]; skip_days: string[] };

/** A feed whose items are packed if it is large. */
export type PackedFeed = Omit<Feed, 'items'> & { items: Packed<FeedItem[]> };

export type FeedFormat =
  | 'RSS 0.90'
  | 'RSS 0.91'
  | 'RSS 0.92'
  | 'RSS 1.0'
  | 'RSS 2.0'
  | 'Atom 0.3'
  | 'Atom 1.0'
  | 'JSON Feed 1.0'
  | 'JSON Feed 1.1';

export type Feed = {
  format: FeedFormat;
  title: string;
  /** The website of the feed. */
  url: string | null;
  /** In the feed's order. */
  items: FeedItem[];
  polling: PollingWish;
  /** Its WebSub hub, and its own address; null if it has no hub. */
  hub: string | null;
  self: string | null;
  /** The problems of the document and how they were repaired, one sentence each; empty for a flawless document. */
  repairs: string[];
};

/** The address from which a document came, and the server's description of it. */
export type FeedSource = {
  /** The address that responded, after redirects: the base of relative addresses. */
  url: string;
  content_type?: string | null;
  content_location?: string | null;
};
