import type { Updateable } from 'kysely';
import { recordEvent } from '../../accounts/events/record.ts';
import { type Email, moves } from '../../emails/email.ts';
import { moveEmailRow } from '../../emails/queries.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { EmailStatus, Emails } from '../../platform/database/schema.ts';

const eventOf = { in_flight: 'email.send.started', sent: 'email.sent', errored: 'email.errored' } as const;

/** A move by the service itself, with its events. Undefined if the email has moved meanwhile. */
export async function moveEmail(
  trx: Database,
  email: Email,
  to: keyof typeof eventOf,
  changes: Updateable<Emails>,
): Promise<Email | undefined> {
  const from: EmailStatus = email.status;
  if (moves[from][to] !== 'service')
    throw new Error(`the service does not move an email from ${from} to ${to}`);
  const moved = await moveEmailRow(trx, email.key, from, to, {
    trouble: null,
    trouble_since: null,
    ...changes,
  });
  if (!moved) return undefined;
  await recordEvent(trx, email.newsletter_key, {
    event_type: 'email.status.changed',
    email_id: email.id,
    data: { from, to },
  });
  await recordEvent(trx, email.newsletter_key, { event_type: eventOf[to], email_id: email.id });
  return moved;
}
