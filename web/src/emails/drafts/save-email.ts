import type { Here } from '../../accounts/newsletters.ts';
import { mustWhole } from '../../platform/api.ts';
import { words } from '../../words.ts';
import type { Fields } from '../fields.ts';
import { fetchEmail } from '../queries.ts';
import { refuseUnfinished } from '../unfinished.ts';
import { onlyFor, type Versioned, versioned } from '../version.ts';

/** Saves changes to `saved`, or a new email, of which each `idempotency_key` makes one. Throws ApiFailure, of which `changedElsewhere` reads a change made elsewhere. */
export async function saveEmail(
  here: Here,
  saved: Versioned | undefined,
  changes: Partial<Fields>,
  idempotency_key: string,
): Promise<Versioned> {
  refuseUnfinished(changes);
  const { subject } = changes;
  const named = subject?.trim() === '' ? { ...changes, subject: words.emails.untitled } : changes;
  if (!saved) {
    const body = { subject: words.emails.untitled, ...named, status: 'draft' as const };
    const once = { 'idempotency-key': idempotency_key };
    const made = versioned(await mustWhole(() => here.api.post('/v1/emails', { body, headers: once })));
    // A repeated answer does not name the version.
    return made.etag === undefined ? fetchEmail(here, made.id) : made;
  }
  const headers = onlyFor(saved);
  const params = { id: saved.id };
  const body = { ...named, ...(named.slug === '' && { slug: null }) };
  return versioned(await mustWhole(() => here.api.patch('/v1/emails/{id}', { params, body, headers })));
}
