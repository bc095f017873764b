import type { Here } from '../accounts/newsletters.ts';
import { ApiFailure } from '../platform/failure.ts';
import { isNameless } from './nameless.ts';
import { fetchEmail } from './queries.ts';
import { onlyFor, type Versioned, versioned } from './version.ts';

/**
 * Sends the email now or at a given time, as it was reviewed. If somebody else must approve it first, it stays a draft that waits for them,
 * which counts as success here. Throws if a change or the email's status is refused, or if somebody has changed it since;
 * `changedElsewhere` recognises this case.
 */
export async function publishEmail(here: Here, reviewed: Versioned, at?: Date): Promise<Versioned> {
  const params = { id: reviewed.id };
  // A slug from before the email had a subject is made again.
  const slug = isNameless(reviewed.slug) ? { slug: null } : {};
  const body = { ...slug, ...(at && { publish_date: at.toISOString() }) };
  const headers = onlyFor(reviewed);
  try {
    return versioned(await here.api.whole.post('/v1/emails/{id}/publish', { params, body, headers }));
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'approval_required') throw error;
    const kept = await fetchEmail(here, reviewed.id);
    if (kept.approval.state !== 'requested') throw error;
    return kept;
  }
}

/** Makes it a draft again, unless somebody has already received it. Recent changes to its text do not prevent this. */
export async function withdrawEmail(here: Here, id: string): Promise<Versioned> {
  const body = { status: 'draft' as const };
  return versioned(await here.api.whole.patch('/v1/emails/{id}', { params: { id }, body }));
}

/** Approves the email as it was reviewed, as the second person. Throws if somebody has changed it since. */
export async function approveEmail(here: Here, reviewed: Versioned): Promise<Versioned> {
  const params = { id: reviewed.id };
  const headers = onlyFor(reviewed);
  return versioned(await here.api.whole.post('/v1/emails/{id}/approval', { params, body: {}, headers }));
}
