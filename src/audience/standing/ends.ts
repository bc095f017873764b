import type { Grant } from './grant.ts';
import { standing } from './standing.ts';

/** When a grant ends, after its grace, or was revoked, whichever is first; null: neither. */
export function overOf({
  end_date,
  grace_until,
  revoked_date,
}: Pick<Grant, 'end_date' | 'grace_until' | 'revoked_date'>): string | null {
  const end = grace_until ?? end_date;
  if (end === null || revoked_date === null) return end ?? revoked_date;
  return Date.parse(end) < Date.parse(revoked_date) ? end : revoked_date;
}

/** Returns the grant that was over last, at `now`. */
export function lastOver(grants: readonly Grant[], now: Date): Grant | undefined {
  const over = (grant: Grant) => Date.parse(overOf(grant) ?? '9999');
  return grants
    .filter(grant => over(grant) <= now.getTime() && Date.parse(grant.start_date) < over(grant))
    .toSorted((a, b) => over(b) - over(a))[0];
}

/**
 * The kinds whose end the reader is told by mail. Readers who pay are told where they pay, and free access (`comp`) is given and ends
 * without a word.
 */
const toldKinds: readonly Grant['kind'][] = ['gift', 'trial'];

/** Returns the gift or trial after whose end the reader is entitled to nothing, if they have one at `now` and it has an end. */
export function endingGift(grants: readonly Grant[], now: Date): (Grant & { end_date: string }) | undefined {
  const { until, grants: causes } = standing(grants, now);
  const cause = grants.find(({ key }) => key === causes[0]);
  if (until === null || !cause || cause.end_date === null || !toldKinds.includes(cause.kind))
    return undefined;
  const end = new Date(until);
  if (Date.parse(cause.end_date) !== end.getTime() || standing(grants, end).entitled) return undefined;
  return { ...cause, end_date: cause.end_date };
}

/** Returns the gift or trial whose end was the last, if the reader is entitled to nothing at `now`. */
export function endedGift(grants: readonly Grant[], now: Date): Grant | undefined {
  if (standing(grants, now).entitled) return undefined;
  const last = lastOver(grants, now);
  return last && !last.is_void && toldKinds.includes(last.kind) ? last : undefined;
}
