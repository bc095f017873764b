import type { Newsletter } from '../../accounts/newsletter.ts';
import { archiveAddress, type Email, readershipOf } from '../../emails/email.ts';
import { findAnchors } from '../../engines/rendering/anchors.ts';
import type { CompiledMessage, OwnValues, Pattern, SharedValues } from '../../engines/rendering/message.ts';
import { homeAddress, readersAddress } from '../../links/site.ts';
import { signStamp, signTarget } from '../../links/tracked.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { numberLinks } from './email-links.ts';
import { canaryNumber } from './hit.ts';
import { type Stamped, type Tracking, trackHtml } from './track-html.ts';

/** Adds tracking to the copies of one email. */
export type Tracker = {
  html<Values extends Stamped & OwnValues>(html: Pattern<Values>): Pattern<Values>;
  /** Returns the reader's stamp in one copy. */
  stamp(subscriber_key: number): string;
};

type TrackerContext = { db: Database; base_url: string; secret: Secret };

/**
 * Plans the tracking that the newsletter currently wants for this email, with its links (`found`) numbered and stored. Null if the
 * newsletter wants nothing tracked: then the copies have no trace of tracking.
 */
export async function planTracking(
  { db, base_url, secret }: TrackerContext,
  newsletter: Newsletter,
  email: Email,
  found: string[],
): Promise<Tracking | null> {
  if (!newsletter.track_opens && !newsletter.track_clicks) return null;
  const urls = trackableLinks(base_url, newsletter, email, found);
  const numbers =
    urls.length > 0
      ? await numberLinks(db, email.key, homeAddress(base_url, newsletter), urls)
      : new Map<string, number>();
  const wanted = new Set(urls);
  const numbered = new Map([...numbers].filter(([url]) => wanted.has(url)));
  return trackingOf({ base_url, secret }, newsletter, email.key, numbered);
}

/** Returns the tracking that an email with these links would have, and stores nothing. Null if nothing is tracked. */
export function forecastTracking(
  { base_url, secret }: Omit<TrackerContext, 'db'>,
  newsletter: Newsletter,
  email: Paged,
  found: string[],
): Tracking | null {
  if (!newsletter.track_opens && !newsletter.track_clicks) return null;
  const urls = trackableLinks(base_url, newsletter, email, found);
  const numbered = new Map(urls.map((url, at) => [url, at + 1]));
  return trackingOf({ base_url, secret }, newsletter, forecastKey, numbered);
}

/** A key with as many digits as the keys of emails may soon have. */
const forecastKey = 1_000_000;

type Paged = Pick<Email, 'slug' | 'email_type' | 'archival_mode'>;

function trackableLinks(base_url: string, newsletter: Newsletter, email: Paged, found: string[]): string[] {
  // The people who began to pay after an email are counted from clicks on the way to the plans, which may be a page here.
  const pages = [
    ...(readershipOf(email) === 'everybody' ? [archiveAddress(base_url, newsletter, email)] : []),
    ...(newsletter.premium_url ? [new URL(newsletter.premium_url).href] : []),
  ];
  return newsletter.track_clicks
    ? found.filter(url => isTrackable(url, addressesOf(base_url, newsletter), pages))
    : [];
}

/** Lists the addresses where the service answers readers of the newsletter. */
function addressesOf(base_url: string, newsletter: Newsletter): string[] {
  return [base_url, readersAddress(base_url, newsletter)];
}

function trackingOf(
  { base_url, secret }: Omit<TrackerContext, 'db'>,
  newsletter: Newsletter,
  email_key: number,
  numbers: ReadonlyMap<string, number>,
): Tracking {
  const sign = (url: string, number: number) => signTarget(secret, email_key, number, url);
  return {
    base_url: readersAddress(base_url, newsletter),
    opens: newsletter.track_opens,
    targets: new Map(Array.from(numbers, ([url, number]) => [url, sign(url, number)])),
    canary: numbers.size > 0 ? sign(homeAddress(base_url, newsletter), canaryNumber) : null,
  };
}

/** Makes a tracker for the copies of an email, as planned. */
export function openTracker(secret: Secret, email_key: number, tracking: Tracking): Tracker {
  return {
    html: html => trackHtml(html, tracking),
    stamp: subscriber_key => signStamp(secret, { email_key, subscriber_key }),
  };
}

/** Lists the addresses in an email that are the same for every reader, in order. */
export function findLinks(compiled: Pick<CompiledMessage, 'bind' | 'links'>, shared: SharedValues): string[] {
  const html = compiled.bind(shared).html.filter(piece => typeof piece === 'string');
  const shown = html.flatMap(text => findAnchors(text).map(({ url }) => url));
  return [...new Set([...shown, ...compiled.links])];
}

/**
 * Whether following the link may be counted: it leads to the web and not to this service itself (unsubscribe, sign-in,
 * premium issues), except to these public `pages`.
 */
export function isTrackable(address: string, own_addresses: string[], pages: readonly string[]): boolean {
  if (!/^https?:\/\//i.test(address) || address.length > longestAddress) return false;
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (pages.includes(url.href)) return true;
  return !own_addresses.some(own_address => {
    const own = new URL(`${own_address}/`);
    return url.host === own.host && `${url.pathname}/`.startsWith(own.pathname);
  });
}

const longestAddress = 8000;
