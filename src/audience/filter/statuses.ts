import { sql } from 'kysely';

// For conditions in SQL, of emails and deliveries.

/** Counts issues whose recipients are being served, or were. */
export const issueStatuses = sql`('in_flight', 'sent')`;
/** The same, and of emails that sequences mail to one person after another; some may still be retried. */
export const servedStatuses = sql`('in_flight', 'sent', 'transactional')`;
/** The same, and of those whose sending failed after it had begun. */
export const begunStatuses = sql`('in_flight', 'sent', 'transactional', 'errored')`;
/** Of deliveries that the relay accepted, whatever came back later. */
export const acceptedStatuses = sql`('accepted', 'bounced', 'complained')`;
/** Of deliveries that arrived, as far as is known; a complaint is about a mail that did. */
export const arrivedStatuses = sql`('accepted', 'complained')`;
