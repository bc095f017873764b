import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { moveEmail } from './move.ts';
import { isServed, listInFlight, lockIfServed } from './queries.ts';
import { type TellContext, tell } from './tell.ts';

/** Makes the email `sent` if all of its audience has been served once; temporary failures go on being retried behind it. Answers whether it did. */
export async function finishIfServed(db: Database, email_key: number): Promise<boolean> {
  if (!(await isServed(db, email_key))) return false;
  return inTransaction(db, async trx => {
    const email = await lockIfServed(trx, email_key);
    return email !== undefined && (await moveEmail(trx, email, 'sent', { status_reason: '' })) !== undefined;
  });
}

/** As finishIfServed, and the log hears of it. */
export async function finishAndTell(context: TellContext, email_key: number): Promise<void> {
  if (await finishIfServed(context.db, email_key)) await tell(context, email_key, 'was sent');
}

/** Finishes what a worker that died between its last chunk and this step has left behind. */
export async function finishLeftBehind(context: TellContext): Promise<void> {
  for (const key of await listInFlight(context.db)) await finishAndTell(context, key);
}
