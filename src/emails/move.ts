import { sql } from 'kysely';
import { recordEvent } from '../journal/record.ts';
import type { Database } from '../platform/database/connect.ts';
import type { EmailStatus } from '../platform/database/schema.ts';
import { type Email, type EmailChanges, moves } from './email.ts';

const eventOf = {
  in_flight: 'email.send.started',
  sent: 'email.sent',
  errored: 'email.errored',
  deleted: 'email.deleted',
} as const satisfies Partial<Record<EmailStatus, string>>;

/**
 * Moves the email, as the table allows a client or the service, and records its events. The caller must know whether an undo move is still
 * possible. Returns undefined if the email has moved meanwhile.
 */
export async function moveEmail(
  trx: Database,
  email: Email,
  to: EmailStatus,
  by: 'client' | 'service',
  changes: EmailChanges,
): Promise<Email | undefined> {
  const { status: from, id: email_id, newsletter_key } = email;
  if ((moves[from][to] === 'service') !== (by === 'service'))
    throw new Error(`the ${by} does not move an email from ${from} to ${to}`);
  const moved = await moveEmailRow(trx, email, to, { trouble: null, trouble_since: null, ...changes });
  if (!moved) return undefined;
  const data = { from, to };
  await recordEvent(trx, newsletter_key, { event_type: 'email.status.changed', email_id, data });
  if (to in eventOf)
    await recordEvent(trx, newsletter_key, { event_type: eventOf[to as keyof typeof eventOf], email_id });
  return moved;
}

/** Moves the row, without events, if it still has the status of `email`. Returns undefined if it has moved meanwhile. */
export async function moveEmailRow(
  trx: Database,
  { key, status: from }: Pick<Email, 'key' | 'status'>,
  to: EmailStatus,
  changes: EmailChanges,
): Promise<Email | undefined> {
  if (!moves[from][to]) throw new Error(`an email that is ${from} does not become ${to}`);
  return trx
    .updateTable('emails')
    .set({ status_date: sql`default`, ...changes, status: to, modification_date: sql`now()` })
    .where('key', '=', key)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst();
}
