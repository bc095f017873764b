import { homeAddress, originOf, readersAddress } from '../links/site.ts';
import { type Known, type Place, placeAt } from './place.ts';

/** The direction that a request takes: it is answered at this path, or the browser is sent on to this address. */
export type Direction = { is: 'here'; path: string } | { is: 'moved'; address: string };

/**
 * The first segments of paths that belong to no single newsletter but that readers need: the targets of links in mails, files, and the
 * little that pages load. The domain of a newsletter answers these and the newsletter's own paths. So the API, the dashboard and everything
 * else of the installation have no address there.
 */
const shared = ['unsubscribe', 'manage', 'confirm', 'subscribe', 'c', 'o', 'files', 'feed'];
const sharedPaths = /^\/(?:favicon\.ico|favicon\.svg|apple-touch-icon\.png)$/;
const signUps = '/api/emails/embed-subscribe/';
/** The paths for checks and proxies, which are answered under every name. */
const wellKnown = '/.well-known/postrider/';

type Asked = { method: string; host: string | undefined; url: string };

/**
 * Returns where a request belongs, by the name that it was sent to. Any name that is not a newsletter's counts as the installation's.
 * There, the pages of a newsletter with a domain have moved to that domain. Forms and one-click requests are answered wherever they arrive,
 * because mails sent earlier lead there (RFC 8058 §3.1 allows no redirect).
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

/** Returns the present address of a path below the newsletter's username at the installation. */
function movedFrom(known: Known, base_url: string, url: string): string | undefined {
  const username = /^\/([A-Za-z0-9][A-Za-z0-9_-]*)/.exec(url)?.[1]?.toLowerCase();
  const domain = username && known.domainOf(username);
  const rest = domain ? pathWithin(username, url) : undefined;
  return rest === undefined ? undefined : `${originOf(base_url, domain!)}${rest || '/'}`;
}

function addressAt(base_url: string, place: Place, path: string): string {
  return (isShared(path) ? readersAddress(base_url, place) : homeAddress(base_url, place)) + path;
}

/** Returns the rest of a path after the username; undefined if the path does not begin with the username. */
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

/** Returns the path without the path of BASE_URL, below which pages name icons and the front page. A domain does not have that path. */
function withoutPrefix(base_url: string, url: string): string {
  const prefix = new URL(base_url).pathname.replace(/\/$/, '');
  return prefix !== '' && url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url;
}
