import { type Database, inTransaction } from '../platform/database/connect.ts';
import { moveEmail } from './move.ts';
import { isServed, listInFlight, lockIfServed } from './queries.ts';

/** Makes the email `sent` if all of its audience has been served once; temporary failures go on being retried behind it. */
export async function finishIfServed(db: Database, email_key: number): Promise<void> {
  if (!(await isServed(db, email_key))) return;
  await inTransaction(db, async trx => {
    const email = await lockIfServed(trx, email_key);
    if (email) await moveEmail(trx, email, 'sent', { status_reason: '' });
  });
}

/** Finishes what a worker that died between its last chunk and this step has left behind. */
export async function finishLeftBehind(db: Database): Promise<void> {
  for (const key of await listInFlight(db)) await finishIfServed(db, key);
}
