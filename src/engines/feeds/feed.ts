/** What a feed offers beside the text, mostly audio: `length` in bytes where the feed tells it. */
export type Enclosure = { url: string; type: string; length: number | null };

/** One entry of a feed, whatever its format. Markup is as the feed has it, but for addresses: not sanitised. */
export type FeedItem = {
  /** What the feed itself calls it (guid, atom:id, id), as it is written there; null where it has no name for it. */
  guid: string | null;
  /** What tells it from the others: the guid, else the link, else a hash of title, date and content. */
  id: string;
  id_source: 'guid' | 'link' | 'hash';
  /** Absolute; null where it has none that is http or https. */
  url: string | null;
  /** Plain text in one line, without markup or control characters; empty where it has none. */
  title: string;
  /** HTML with absolute addresses: the summary. Empty where it has none. */
  description: string;
  /** HTML with absolute addresses: the full text; the description where the feed has nothing longer. */
  content: string;
  /** RFC 3339 in UTC with milliseconds; null where the feed has none that can be read. */
  publish_date: string | null;
  author: string;
  enclosure: Enclosure | null;
  /** The address of the picture that the feed names for it. */
  image: string | null;
  /** Each once, as they are written. */
  categories: string[];
};

/** How seldom a feed wants to be asked. Hours are of UTC, days are English names in lower case (RSS 2.0). */
export type PollingWish = { least_minutes: number | null; skip_hours: number[]; skip_days: string[] };

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
  /** The website that it is the feed of. */
  url: string | null;
  /** In the feed's order. */
  items: FeedItem[];
  polling: PollingWish;
  /** Where it tells of what is new (WebSub), and what it calls itself; null where it says nothing of that. */
  hub: string | null;
  self: string | null;
  /** What was wrong with the document and how it was read nevertheless, a sentence each; empty for a flawless one. */
  repairs: string[];
};

/** Where a document came from, and what its sender said of it. */
export type FeedSource = {
  /** The address that answered, after redirects: what relative addresses begin with. */
  url: string;
  content_type?: string | null;
  content_location?: string | null;
};
