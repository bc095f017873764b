import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { EmailReview } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { sessionQuery, usePermission } from '../../accounts/session.ts';
import { emailsKey } from '../queries.ts';
import { onlyFor, type Versioned } from '../version.ts';

/** The email as it was when it was last reviewed. */
export type LastReview = { review: EmailReview; email: Versioned; isYours: boolean };

/**
 * Returns the last review of the email: your own, or else a colleague's; nothing if there was none, or if its version is no longer kept.
 * Notes the present review when it ends.
 */
export function useLastReview(here: Here, email: Versioned) {
  const { data: session } = useQuery(sessionQuery);
  const you = session?.person?.id;
  const shown = useRef(email);
  useEffect(() => {
    shown.current = email;
  });
  const writes = usePermission('emails', 'write');
  useEffect(() => (writes ? () => noteReview(here, shown.current) : undefined), [here, writes]);
  return useQuery({
    queryKey: [...emailsKey(here), email.id, 'reviews', you],
    queryFn: () => readReview(here, email, you),
    // A change during this review must not count as an earlier review.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

async function readReview(here: Here, email: Versioned, you: string | undefined): Promise<LastReview | null> {
  const params = { id: email.id };
  const { results } = await here.api.get('/v1/emails/{id}/reviews', { params });
  const review = results.find(({ reviewer }) => reviewer?.id === you) ?? results[0];
  if (!review) return null;
  const { subject, body, settings } = await here.api.get('/v1/emails/{id}/revisions/{number}', {
    params: { ...params, number: String(review.revision) },
  });
  const { parts } = review;
  const isYours = review.reviewer !== null && review.reviewer.id === you;
  return { review, email: { ...email, ...settings, subject, body, parts }, isYours };
}

/** Notes that this version was reviewed. If it is no longer the present version, there is nothing to note. */
function noteReview(here: Here, reviewed: Versioned): void {
  const params = { id: reviewed.id };
  void here.api.post('/v1/emails/{id}/reviews', { params, headers: onlyFor(reviewed) }).catch(() => {});
}
