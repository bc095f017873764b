import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { day_ms } from '../../platform/durations.ts';
import { readRetryAfter } from '../../platform/safe-fetch/retry-after.ts';
import type { Outcome, Redirect, SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { version } from '../../platform/version.ts';
import { longestAddress, type PackedFeed } from './feed.ts';
import { type Hub, hubOf } from './hub.ts';
import { readFeed } from './read.ts';

const mostMinutes = 24 * 60;

/**
 * Returns for how many minutes a response stays fresh by its Cache-Control and Age (RFC 9111 §4.2.1, §4.2.3), at most a day; null if they
 * do not say so.
 */
export function readFreshMinutes(headers: Record<string, string>): number | null {
  const control = headers['cache-control'] ?? '';
  if (/(?:^|[\s,])no-(?:cache|store)\b/i.test(control)) return null;
  const seconds = Number(/(?:^|[\s,])max-age\s*=\s*"?(\d+)/i.exec(control)?.[1] ?? 0);
  const age = /^\d+$/.test(headers.age ?? '') ? Number(headers.age) : 0;
  const minutes = Math.min(Math.ceil((seconds - age) / 60), mostMinutes);
  return minutes > 0 ? minutes : null;
}

const mostRetryAfter = 7 * day_ms;

/** The server's validators for the version of a feed that it sent. They are sent back to get only newer versions. */
export type Validators = { etag: string | null; last_modified: string | null };

/** The result of fetching a feed. Every reason is a sentence for a person. */
export type FetchedFeed =
  | {
      kind: 'fetched';
      feed: PackedFeed;
      /** The address that responded. */
      url: string;
      validators: Validators;
      /**
       * The feed's new address (RFC 9110 §15.4.2, §15.4.9); null if it has not moved permanently, or if the address is too long to keep.
       */
      moved_to: string | null;
      hub: Hub | null;
      /** How long the response stays fresh. */
      least_minutes: number | null;
      /** The hash of everything that is read in the document, and of everything else that decides how it is read. */
      document_hash: string;
    }
  /** The server says that nothing is new. */
  | ({ kind: 'not_modified' } & Unchanged)
  /** The server sent the document with the known hash, which was not read. */
  | ({ kind: 'same' } & Unchanged)
  /** The feed is gone (410). */
  | { kind: 'gone' }
  /** The server asks us to wait (429, 503), until then if it says so. */
  | { kind: 'busy'; until: Date | null }
  /** The response is not a feed, but may link to some; earlier validators are worthless now. */
  | { kind: 'no_feed'; reason: string; url: string; links: string[] }
  | { kind: 'failed'; reason: string }
  /** The address is forbidden. */
  | { kind: 'refused'; reason: string };

type Unchanged = { validators: Validators; moved_to: string | null; least_minutes: number | null };

/** Maximum size of a feed, in bytes. */
export const feedLimitBytes = 10 * 1024 * 1024;

const accept = [
  'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml',
  'application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, text/html;q=0.3, */*;q=0.1',
].join(', ');

const permanent = [301, 308];

type Response = Extract<Outcome, { kind: 'response' }>;

/**
 * Fetches a feed once, conditionally if there are validators; a document with the `known_hash` is not read. Never throws for
 * failures of the outside world.
 */
export async function fetchFeed(
  safe_fetch: SafeFetch,
  {
    url,
    validators,
    known_hash = null,
    signal,
    clock = systemClock,
  }: {
    url: string;
    validators: Validators | null;
    known_hash?: string | null;
    signal?: AbortSignal;
    clock?: Clock;
  },
): Promise<FetchedFeed> {
  const outcome = await safe_fetch.request(url, {
    headers: { accept, ...conditions(validators) },
    limit_bytes: feedLimitBytes,
    total_ms: 30_000,
    headers_ms: 15_000,
    redirects: 5,
    ...(signal && { signal }),
  });
  if (outcome.kind !== 'response') return outcome;
  const { status, headers, body, redirects } = outcome;
  if (status === 200 || status === 203 || status === 204) return read(outcome, known_hash);
  if (status === 304 && validators) {
    const { etag, last_modified } = validatorsOf(headers);
    return {
      kind: 'not_modified',
      validators: {
        etag: etag ?? validators.etag,
        last_modified: last_modified ?? validators.last_modified,
      },
      moved_to: newHome(redirects),
      least_minutes: readFreshMinutes(headers),
    };
  }
  // The feed is gone if its own address, or one it has permanently moved to, says so; not the target of a temporary
  // redirect.
  if (status === 410 && redirects.every(isPermanent)) return { kind: 'gone' };
  if (status === 429 || status === 503)
    return { kind: 'busy', until: readRetryAfter(headers['retry-after'], clock(), mostRetryAfter) };
  return { kind: 'failed', reason: explain(status, body) };
}

async function read(response: Response, known_hash: string | null): Promise<FetchedFeed> {
  const { headers, body, url, redirects } = response;
  const about = {
    validators: validatorsOf(headers),
    moved_to: newHome(redirects),
    least_minutes: readFreshMinutes(headers),
  };
  const document_hash = hashOf(response);
  if (document_hash === known_hash) return { kind: 'same', ...about };
  const result = await readFeed(body, {
    url,
    content_type: headers['content-type'] ?? null,
    content_location: headers['content-location'] ?? null,
  });
  if ('failure' in result) return { kind: 'failed', reason: result.failure };
  if ('fault' in result)
    return {
      kind: 'no_feed',
      reason: sentence('feeds.returned', { fault: result.fault }),
      url,
      links: result.links,
    };
  return {
    kind: 'fetched',
    ...about,
    feed: result.feed,
    url,
    hub: hubOf(result.feed, headers.link ?? '', url),
    document_hash,
  };
}

/**
 * Returns the hash by which a changed document is recognised. It includes the version, because another version may read the same document
 * differently.
 */
function hashOf({ headers, body, url }: Response): string {
  const about = [version, url, headers['content-type'], headers['content-location'], headers.link];
  const hash = createHash('sha256').update(JSON.stringify(about));
  const head = body.toString('latin1', 0, longestHead);
  const items = head.search(/<(?:[\w.-]+:)?(?:item|entry)[\s>]/i);
  if (items < 0) return hash.update(body).digest('base64url');
  return hash
    .update(head.slice(0, items).replaceAll(headDate, ''), 'latin1')
    .update(body.subarray(items))
    .digest('base64url');
}

const longestHead = 8192;

/** Matches the dates above the items. They are not used, and many servers write the current time there. */
const headDate = /<(lastBuildDate|pubDate|updated)>[^<]*<\/\1>/g;

/** Returns the address to which permanent redirects lead, up to the first temporary one. */
function newHome(redirects: Redirect[]): string | null {
  const temporary = redirects.findIndex(redirect => !isPermanent(redirect));
  const moves = temporary < 0 ? redirects : redirects.slice(0, temporary);
  const home = moves.at(-1)?.to ?? null;
  return home !== null && home.length <= longestAddress ? home : null;
}

function isPermanent({ status }: { status: number }): boolean {
  return permanent.includes(status);
}

function validatorsOf(headers: Record<string, string>): Validators {
  return { etag: sendable(headers.etag), last_modified: sendable(headers['last-modified']) };
}

/** Sends both conditions if there are both; a server that knows ETags ignores the date (RFC 9110 §13.1.3). */
function conditions(validators: Validators | null): Record<string, string> {
  const etag = sendable(validators?.etag);
  const last_modified = sendable(validators?.last_modified);
  return {
    ...(etag && { 'if-none-match': etag }),
    ...(last_modified && { 'if-modified-since': last_modified }),
  };
}

/** Returns the value if it can be sent back: some servers send values that no header may contain (RFC 9110 §5.5). */
function sendable(value: string | null | undefined): string | null {
  return value && /^[\t\x20-\x7e\x80-\xff]{1,1000}$/.test(value) ? value : null;
}

function explain(status: number, body: Buffer): string {
  const words = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  if (status === 304) return sentence('feeds.not_conditional', { answer: words });
  if (status === 206) return sentence('feeds.part_only', { answer: words, bytes: body.length });
  if (status === 401 || status === 403) return sentence('feeds.needs_password', { answer: words });
  return sentence('feeds.answered', { answer: words });
}
