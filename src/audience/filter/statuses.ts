import { sql } from 'kysely';

// For conditions in SQL, of emails and deliveries.

/** Issues whose recipients are being served, or were. */
export const issueStatuses = sql`('in_flight', 'sent')`;
/** The same, and emails that sequences mail to one person after another. Some of their copies may still be retried. */
export const servedStatuses = sql`('in_flight', 'sent', 'transactional')`;
/** The same, and emails whose sending failed after it had begun. */
export const begunStatuses = sql`('in_flight', 'sent', 'transactional', 'errored')`;
/** Deliveries that the relay accepted, whatever came back later. */
export const acceptedStatuses = sql`('accepted', 'bounced', 'complained')`;
/** Deliveries that arrived, as far as is known; a complaint is about a mail that arrived. */
export const arrivedStatuses = sql`('accepted', 'complained')`;
