import { archiveAddress } from '../emails/email.ts';
import type { Database } from '../platform/database/connect.ts';
import { type Known, placeAt } from '../sites/place.ts';
import { findFormerAddress } from './queries.ts';

/** Returns the path of an address as `former_path` has it: decoded, without a query and without a slash at its end. */
export function formerPath(address: string): string {
  const path = URL.parse(address, 'http://old.example')?.pathname ?? '';
  return decoded(path).replace(/\/+$/, '').slice(0, 1000);
}

/** The same for an address with the number of a post, as WordPress has it: `/blog/?p=12` is `/blog?p=12`. Empty for other addresses. */
export function formerQuery(address: string): string {
  const number = URL.parse(address, 'http://old.example')?.searchParams.get('p') ?? '';
  return /^\d{1,18}$/.test(number) ? `${formerPath(address)}?p=${number}` : '';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replaceAll('\0', '');
  } catch {
    return path;
  }
}

type Asked = { originalUrl: string; headers: { host?: string | undefined } };

/**
 * Finds the page of the issue that had the requested address at another service, if it was imported with its old address. At the domain of
 * a newsletter, only issues of that newsletter count. Addresses of the API lead nowhere.
 */
export async function findFormer(
  { db, base_url, directory }: { db: Database; base_url: string; directory: Known },
  { originalUrl, headers }: Asked,
): Promise<string | undefined> {
  const path = formerPath(originalUrl);
  const query = formerQuery(originalUrl);
  if ((path === '' && query === '') || path.startsWith('/v1/')) return undefined;
  const at = placeAt(directory, headers.host)?.username;
  const found = await findFormerAddress(db, { path, query, at });
  return found && archiveAddress(base_url, found, found);
}
