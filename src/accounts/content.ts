import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { type Bounds, isBounded } from './bounds.ts';
import type { Caller } from './caller.ts';
import { findBounds, goesBackTo } from './chain.ts';

/** A caller who changes something that mails or pages are made of. */
export type Author = Pick<Caller, 'by' | 'bounds'>;

/** Returns the key or person with this id as an author; undefined if nothing bounds them. */
export async function authorOf(
  db: Database,
  newsletter_key: number,
  by: string | null,
): Promise<Author | undefined> {
  const bounds = by === null ? undefined : await findBounds(db, newsletter_key, by);
  return bounds && { by: by!, bounds };
}

/**
 * Throws `forbidden` if an author with bounds would change the material of mails or pages that somebody else requested. `findRequesters`
 * finds who requested each mail that goes out by itself, and each page that readers see, of those made of it; null: unknown. An author with
 * `needs_approval` or `drafts_only` may change none of them. `why` continues a sentence.
 */
export async function demandContent(
  db: Database,
  { by, bounds }: Author,
  findRequesters: () => Promise<(string | null)[]>,
  why: string,
): Promise<void> {
  if (!isBounded(bounds)) return;
  const requesters = new Set(await findRequesters());
  if (requesters.size === 0) return;
  if (bounds.needs_approval || bounds.drafts_only) throw refused(bounds, why);
  for (const requester of requesters)
    if (requester === null || !(await goesBackTo(db, requester, by))) throw refused(bounds, why);
}

/** Throws `forbidden` if an author with bounds would change what all mails or pages of the newsletter are made of. */
export function refuseBounded({ bounds }: Pick<Author, 'bounds'>, why: string): void {
  if (isBounded(bounds)) throw refused(bounds, why);
}

function refused({ needs_approval, drafts_only }: Bounds, why: string): DomainError {
  return new DomainError(
    'forbidden',
    needs_approval
      ? sentence('people.approval_needed', { why })
      : drafts_only
        ? sentence('people.drafts_only_key', { why })
        : sentence('people.bounded_key', { why }),
  );
}
