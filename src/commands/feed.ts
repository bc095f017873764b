import { createReadStream } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { PackedFeed } from '../engines/feeds/feed.ts';
import { type FetchedFeed, feedLimitBytes, fetchFeed, type Validators } from '../engines/feeds/fetch.ts';
import { readDocument } from '../engines/feeds/read-document.ts';
import type { Config } from '../platform/config/config.ts';
import { openSafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import { limitOf } from '../platform/sentences/counted.ts';
import { unpackHere } from '../platform/threads/packed.ts';
import { explainUnreadable, UsageError } from './command.ts';

/** A document as it was fetched, with the parser's result. */
type Reading =
  | { url: string | null; final_url: string | null; validators: Validators; feed: PackedFeed }
  | { error: string; page?: { links: string[]; url: string } };

const unvalidated: Validators = { etag: null, last_modified: null };

/**
 * `postrider feed explain`: prints as JSON how the fetcher and the parser read a feed. Touches no data. If the feed cannot be fetched,
 * prints `{"error": …}` and the exit code is 1. Throws UsageError for options that do not fit the source.
 */
export async function explainFeed(
  config: Pick<Config, 'ALLOWED_PRIVATE_NETWORKS' | 'BASE_URL'>,
  source: string,
  values: { url?: string; 'content-type'?: string },
): Promise<number> {
  if (isWebAddress(source) && (values.url !== undefined || values['content-type'] !== undefined))
    throw new UsageError('--url and --content-type can only be used with a FILE.');
  if (values.url !== undefined && !isWebAddress(values.url))
    throw new UsageError('--url: use the address of the file, such as https://example.org/feed.');

  const safe_fetch = openSafeFetch({
    allowed_private_networks: config.ALLOWED_PRIVATE_NETWORKS,
    contact_url: config.BASE_URL,
  });
  try {
    const first = isWebAddress(source)
      ? await readAddress(source)
      : await readFile(source, values.url, values['content-type'] ?? null);
    return print(await followPage(first));
  } finally {
    await safe_fetch.close();
  }

  /** If the document is a page that offers feeds, reads the first of them. */
  async function followPage(reading: Reading): Promise<Reading> {
    if (!('error' in reading) || !reading.page) return reading;
    const [link] = reading.page.links;
    if (!link) return reading;
    const found = await readAddress(link);
    if ('error' in found)
      return { error: `${reading.page.url} is a web page that links to the feed ${link}: ${found.error}` };
    const repair = `${reading.page.url} is a web page; this is the first feed it links to: ${link}.`;
    const url = isWebAddress(source) ? source : (values.url ?? null);
    return { ...found, url, feed: { ...found.feed, repairs: [repair, ...found.feed.repairs] } };
  }

  async function readAddress(url: string): Promise<Reading> {
    const fetched = await fetchFeed(safe_fetch, { url, validators: null });
    if (fetched.kind === 'fetched') {
      const { feed, validators, url: final_url } = fetched;
      return { url, final_url, validators, feed };
    }
    if (fetched.kind !== 'no_feed') return { error: explain(fetched) };
    return { error: fetched.reason, page: { links: fetched.links, url: fetched.url } };
  }
}

async function readFile(
  path: string,
  url: string | undefined,
  content_type: string | null,
): Promise<Reading> {
  const document = await readInput(path);
  if (typeof document === 'string') return { error: document };
  const base = url ?? (path === '-' ? 'file:///-' : pathToFileURL(path).href);
  const result = readDocument(document, { url: base, content_type });
  if ('fault' in result)
    return { error: `The document is ${result.fault}.`, page: { links: result.links, url: base } };
  return { url: url ?? null, final_url: url ?? null, validators: unvalidated, feed: result.feed };
}

/** Reads the bytes of a file or of standard input; a sentence if they cannot be read. */
async function readInput(path: string): Promise<Buffer | string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of path === '-' ? process.stdin : createReadStream(path)) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > feedLimitBytes) return `The document is larger than ${limitOf(feedLimitBytes)}.`;
    }
  } catch (error) {
    return explainUnreadable(path, error);
  }
  return Buffer.concat(chunks);
}

function print(reading: Reading): number {
  if ('error' in reading) {
    console.log(JSON.stringify({ error: reading.error }, null, 2));
    return 1;
  }
  const { url, final_url, validators, feed } = reading;
  const items = unpackHere(feed.items).map(item => ({
    id: item.id,
    id_source: item.id_source,
    guid: item.guid,
    url: item.url,
    title: item.title,
    date: item.publish_date,
    description: item.description,
    content: item.content,
    author: item.author,
    enclosure: item.enclosure,
  }));
  const { format, title, url: site_url, polling, repairs } = feed;
  const explained = { url, final_url, format, validators, title, site_url, polling, items, repairs };
  console.log(JSON.stringify(explained, null, 2));
  return 0;
}

function explain(fetched: Exclude<FetchedFeed, { kind: 'fetched' | 'no_feed' }>): string {
  switch (fetched.kind) {
    case 'gone':
      return 'The feed is permanently gone (410).';
    case 'busy':
      return `The server asks to wait${fetched.until ? ` until ${fetched.until.toISOString()}` : ''}.`;
    case 'not_modified':
    case 'same':
      return 'The feed has not changed.';
    default:
      return fetched.reason;
  }
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
