import { homeAddress, originOf, readersAddress } from '../links/site.ts';
import { type Known, type Place, placeAt } from './place.ts';

/** What to do with a request: answer it at this path, or send the browser on. */
export type Direction = { is: 'here'; path: string } | { is: 'moved'; address: string };

/**
 * First segments of paths that are not of one newsletter, and that readers need: links in mails, what they were sent, and the
 * little that pages load. A domain of a newsletter answers these and the newsletter's own paths. So the API, the dashboard and
 * everything else of the installation have no address there.
 */
const shared = ['unsubscribe', 'manage', 'confirm', 'subscribe', 'c', 'o', 'files', 'feed'];
const sharedPaths = /^\/(?:favicon\.ico|favicon\.svg|apple-touch-icon\.png)$/;
const signUps = '/api/emails/embed-subscribe/';
/** What checks and proxies ask, under every name. */
const wellKnown = '/.well-known/postrider/';

type Asked = { method: string; host: string | undefined; url: string };

/**
 * Says where a request belongs, by the name that it was sent to. A name that is no newsletter's is the installation's, whatever it is:
 * there, pages of a newsletter with a domain have moved to it. Forms and one-click requests are answered wherever they arrive,
 * because mails that were sent before lead there (RFC 8058 §3.1 allows no redirect).
 */
export function direct(known: Known, base_url: string, { method, host, url }: Asked): Direction {
  const isRead = method === 'GET' || method === 'HEAD';
  if (url.startsWith(wellKnown)) return { is: 'here', path: url };
  const place = placeAt(known, host);
  if (!place) {
    const moved = isRead ? movedFrom(known, base_url, url) : undefined;
    return moved === undefined ? { is: 'here', path: url } : { is: 'moved', address: moved };
  }
  const path = withoutPrefix(base_url, url);
  if (place.is === 'former' && isRead) return { is: 'moved', address: addressAt(base_url, place, path) };
  if (isShared(path)) return { is: 'here', path };
  const own = pathWithin(place.username, path);
  if (own !== undefined && isRead) return { is: 'moved', address: addressAt(base_url, place, own || '/') };
  return { is: 'here', path: `/${place.username}${own ?? path}` };
}

/** Returns where a path below the newsletter's username at the installation is now. */
function movedFrom(known: Known, base_url: string, url: string): string | undefined {
  const username = /^\/([A-Za-z0-9][A-Za-z0-9_-]*)/.exec(url)?.[1]?.toLowerCase();
  const domain = username && known.domainOf(username);
  const rest = domain ? pathWithin(username, url) : undefined;
  return rest === undefined ? undefined : `${originOf(base_url, domain!)}${rest || '/'}`;
}

function addressAt(base_url: string, place: Place, path: string): string {
  return (isShared(path) ? readersAddress(base_url, place) : homeAddress(base_url, place)) + path;
}

/** Returns what follows the username at the start of a path; undefined if the path begins otherwise. */
function pathWithin(username: string, url: string): string | undefined {
  const start = `/${username}`;
  if (url.slice(0, start.length).toLowerCase() !== start) return undefined;
  const rest = url.slice(start.length);
  return /^(?:$|[/?])/.test(rest) ? (rest.startsWith('?') ? `/${rest}` : rest) : undefined;
}

function isShared(url: string): boolean {
  const path = url.split('?', 1)[0]!;
  return shared.includes(path.split('/', 2)[1]!) || sharedPaths.test(path) || path.startsWith(signUps);
}

/** Pages name icons and the front page below the path of BASE_URL, which a domain does not have. */
function withoutPrefix(base_url: string, url: string): string {
  const prefix = new URL(base_url).pathname.replace(/\/$/, '');
  return prefix !== '' && url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url;
}
