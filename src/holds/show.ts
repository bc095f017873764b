import type { Database } from '../platform/database/connect.ts';
import { describeHold } from '../platform/fence/hold-reasons.ts';
import { readFence, readSending } from '../platform/fence/queries.ts';
import { sentence, together } from '../platform/sentences/sentence.ts';
import type { Hold, Pending } from './hold.ts';
import { countPending, findRestore, listPendingActions, listPendingEmails } from './queries.ts';
import { countHeldRecipients } from './recipients.ts';

/** Whether the installation is on hold, and why. */
export async function showHold(db: Database): Promise<Hold> {
  const status = await readSending(db);
  const fence = await readFence(db);
  if (!fence || status !== 'hold')
    return {
      status,
      reason: null,
      hold_date: null,
      known_until: null,
      origin: '',
      detail: status === 'waiting' && fence ? fence.witness_trouble : '',
    };
  const restore = await findRestore(db);
  const isRestored = fence.hold_reason === 'restored' && restore !== undefined;
  const said = together(describeHold(fence));
  return {
    status,
    reason: fence.hold_reason,
    detail: said.text,
    detail_sentence: said.sentence,
    hold_date: fence.hold_date,
    known_until: isRestored ? restore.taken_at : fence.known_until,
    origin: isRestored ? restore.origin : '',
  };
}

/** Whether the database was restored and has not been started since: the first start puts it on hold. */
export async function holdsAtStart(db: Database): Promise<boolean> {
  const restore = await findRestore(db);
  return restore !== undefined && restore.id !== (await readFence(db))?.released_restore;
}

/** Shows what would go out if the installation resumed, and what may have gone out already. */
export async function showPending(db: Database): Promise<Pending> {
  const { status, known_until } = await showHold(db);
  return {
    emails: await listPendingEmails(db),
    bulk_actions: await listPendingActions(db),
    ...(await countPending(db)),
    recipients: await countHeldRecipients(db),
    unknown: status === 'hold' && known_until !== null ? sentence('holds.unknown_since') : '',
  };
}
