import { domainError } from '../platform/errors.ts';
import type { Email } from './email.ts';

type Dropped = Pick<Email, 'id' | 'deliveries_dropped_date'>;

/**
 * Throws `no_longer_kept` if only the counts of the email's deliveries are left, so that callers do not get an empty
 * result.
 */
export function demandKept(email: Dropped): void {
  if (email.deliveries_dropped_date === null) return;
  throw domainError('no_longer_kept', 'emails.counts_remain', { date: dayOf(email), id: email.id });
}

/** Throws `status_invalid` if the deliveries are no longer kept, because somebody might get the email twice. */
export function demandRecipientsKnown(email: Dropped): void {
  if (email.deliveries_dropped_date === null) return;
  throw domainError('status_invalid', 'emails.nobody_added', { date: dayOf(email) });
}

function dayOf({ deliveries_dropped_date }: Dropped): string {
  return deliveries_dropped_date!.slice(0, 10);
}
