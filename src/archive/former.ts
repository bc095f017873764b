import { archiveAddress } from '../emails/email.ts';
import type { Database } from '../platform/database/connect.ts';
import { findFormerAddress } from './queries.ts';

/** The path of an address as `former_path` has it: decoded, without a query and without a slash at its end. */
export function formerPath(address: string): string {
  const path = URL.parse(address, 'http://old.example')?.pathname ?? '';
  return decoded(path).replace(/\/+$/, '').slice(0, 1000);
}

/** The same for an address with the number of a post, as WordPress has them: `/blog/?p=12` is `/blog?p=12`. Or empty. */
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

/**
 * The page of the issue that had this address at another service, if it was imported with its old address. Addresses of the
 * API lead nowhere.
 */
export async function findFormer(db: Database, base_url: string, url: string): Promise<string | undefined> {
  const path = formerPath(url);
  const query = formerQuery(url);
  if ((path === '' && query === '') || path.startsWith('/v1/')) return undefined;
  const found = await findFormerAddress(db, { path, query });
  return found && archiveAddress(base_url, found, found);
}
