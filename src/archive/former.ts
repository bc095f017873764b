import { archiveAddress } from '../emails/email.ts';
import type { Database } from '../platform/database/connect.ts';
import { findFormerPath } from './queries.ts';

/** The path of an address as `former_path` has it: decoded, without a query and without a slash at its end. */
export function formerPath(address: string): string {
  const path = URL.parse(address, 'http://old.example')?.pathname ?? '';
  return decoded(path).replace(/\/+$/, '').slice(0, 1000);
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
  const found = path === '' || path.startsWith('/v1/') ? undefined : await findFormerPath(db, path);
  return found && archiveAddress(base_url, found, found);
}
