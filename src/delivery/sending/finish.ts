import { moveEmail } from '../../emails/move.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { isServed, listInFlight, lockIfServed } from './queries.ts';
import { type TellContext, tell } from './tell.ts';

/**
 * Makes the email `sent` if its whole audience has been served once; temporary failures are still retried in the background. Returns
 * whether it did.
 */
export async function finishIfServed(db: Database, email_key: number): Promise<boolean> {
  if (!(await isServed(db, email_key))) return false;
  return inTransaction(db, async trx => {
    const email = await lockIfServed(trx, email_key);
    return (
      email !== undefined &&
      (await moveEmail(trx, email, 'sent', 'service', { status_reason: '' })) !== undefined
    );
  });
}

/** Like finishIfServed, but also logs it. */
export async function finishAndTell(context: TellContext, email_key: number): Promise<void> {
  if (await finishIfServed(context.db, email_key)) await tell(context, email_key, 'was sent');
}

/** Finishes emails whose worker died between the last chunk and this step. */
export async function finishLeftBehind(context: TellContext): Promise<void> {
  for (const key of await listInFlight(context.db)) await finishAndTell(context, key);
}
