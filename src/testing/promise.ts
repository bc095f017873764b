import { sql } from 'kysely';
import { findDiscrepancies } from '../delivery/ledger/counts.ts';
import type { Database } from '../platform/database/connect.ts';
import type { DeliveryStatus } from '../platform/database/schema.ts';
import type { Accepted } from './smtp-sink.ts';

/** The number of copies of one email that the sink has accepted, by address. */
export type Copies = Map<string, number>;

/** An email's ledger compared with the sink's record. */
export type Account = Record<DeliveryStatus, number> & {
  recipients: number;
  /** The number of copies that the sink has accepted. */
  at_sink: number;
  /** The addresses for which the sink has more than one copy. */
  doubles: string[];
  /** Recipients without a row, or accepted in the ledger but not at the sink. */
  missing: string[];
  /** Recipients with a status that the sink's record does not allow, or with more than one row. */
  untrue: string[];
  /** Recipients whose status is uncertain. */
  cut_off: string[];
  /** The number of chunks whose stored counts do not match their rows. */
  discrepancies: number;
};

/** Takes the accepted messages out of the sink's list and counts them by subject. */
export function takeCopies(accepted: Accepted[], into: Map<string, Copies>): void {
  for (const { to, source } of accepted.splice(0)) {
    const subject = /^Subject: (.*?)\r?$/m.exec(source)?.[1] ?? '';
    const copies = into.get(subject) ?? new Map<string, number>();
    into.set(subject, copies.set(to, (copies.get(to) ?? 0) + 1));
  }
}

/**
 * Compares the ledger of an email to all subscribers of its newsletter with the copies at the sink. Accepted recipients must have one copy;
 * planned, temporary, permanent and skipped ones none; uncertain ones may have one.
 */
export async function accountFor(db: Database, email_id: string, copies: Copies): Promise<Account> {
  const { rows } = await sql<{ email_address: string; statuses: DeliveryStatus[] }>`
    select email_address, array_remove(array_agg(deliveries.status::text), null) as statuses
    from emails
    join subscribers on subscribers.newsletter_key = emails.newsletter_key
    left join deliveries on deliveries.email_key = emails.key and subscriber_key = subscribers.key
    where emails.id = ${email_id}
    group by subscribers.key, email_address`.execute(db);
  const account: Account = {
    planned: 0,
    accepted: 0,
    temporary: 0,
    permanent: 0,
    uncertain: 0,
    skipped: 0,
    bounced: 0,
    complained: 0,
    recipients: rows.length,
    at_sink: [...copies.values()].reduce((sum, count) => sum + count, 0),
    doubles: [...copies].filter(([, count]) => count > 1).map(([address]) => address),
    missing: [],
    untrue: [],
    cut_off: rows.filter(({ statuses }) => statuses.includes('uncertain')).map(row => row.email_address),
    discrepancies: (await findDiscrepancies(db)).length,
  };
  const known = new Set<string>();
  for (const { email_address, statuses } of rows) {
    known.add(email_address);
    for (const status of statuses) account[status] += 1;
    const [status] = statuses;
    const arrived = copies.has(email_address);
    if (status === undefined || (status === 'accepted' && !arrived)) account.missing.push(email_address);
    const isTrue = status === 'uncertain' || (status === 'accepted') === arrived;
    if (statuses.length > 1 || (status !== undefined && !isTrue)) account.untrue.push(email_address);
  }
  account.untrue.push(...[...copies.keys()].filter(address => !known.has(address)));
  return account;
}
