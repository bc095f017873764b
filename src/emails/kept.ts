import { DomainError } from '../platform/errors.ts';
import type { Email } from './email.ts';

type Dropped = Pick<Email, 'id' | 'deliveries_dropped_date'>;

/**
 * Throws `no_longer_kept` if only the counts of the email's deliveries are left, so that callers do not get an empty
 * result.
 */
export function demandKept(email: Dropped): void {
  if (email.deliveries_dropped_date === null) return;
  throw new DomainError(
    'no_longer_kept',
    `${whyDropped(email)} Its counts are in GET /v1/emails/${email.id}/analytics.`,
  );
}

/** Throws `status_invalid` if the deliveries are no longer kept: somebody might get the email twice. */
export function demandRecipientsKnown(email: Dropped): void {
  if (email.deliveries_dropped_date === null) return;
  throw new DomainError(
    'status_invalid',
    `${whyDropped(email)} Recipients cannot be added, because it is no longer known who got it. Create a new email with the same content.`,
  );
}

function whyDropped({ deliveries_dropped_date }: Dropped): string {
  return `The deliveries of this email are no longer kept: they were deleted on ${deliveries_dropped_date!.slice(0, 10)}, as delivery_months of the newsletter says.`;
}
