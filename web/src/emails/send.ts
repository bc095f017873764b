import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { ApiFailure } from '../platform/failure.ts';

/**
 * Sends the email now or at a given time. If somebody else must approve it first, it stays a draft that waits for them,
 * which counts as success here. Throws if a change or the email's status is refused.
 */
export async function publishEmail(here: Here, email: Email, at?: Date): Promise<Email> {
  const params = { id: email.id };
  // If the slug was made before the email had a subject, it is made again.
  const slug = /^untitled(-\d+)?$/.test(email.slug) ? { slug: null } : {};
  const body = { ...slug, ...(at && { publish_date: at.toISOString() }) };
  try {
    return await must(() => here.api.post('/v1/emails/{id}/publish', { params, body }));
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'approval_required') throw error;
    const kept = await must(() => here.api.get('/v1/emails/{id}', { params }));
    if (kept.approval.state !== 'requested') throw error;
    return kept;
  }
}

/** Makes it a draft again, unless somebody has already received it. */
export function withdrawEmail(here: Here, id: string): Promise<Email> {
  return must(() => here.api.patch('/v1/emails/{id}', { params: { id }, body: { status: 'draft' } }));
}

/** Approves the email as reviewed, as the second person. */
export function approveEmail(here: Here, { id, modification_date }: Email): Promise<Email> {
  return must(() =>
    here.api.post('/v1/emails/{id}/approval', { params: { id }, body: { modification_date } }),
  );
}
