import { printInvitation, printSignIn } from '../accounts/people/mail.ts';
import { openCommentMails, printNewComments } from '../audience/comments/mail.ts';
import { watchStandings } from '../audience/grants/look.ts';
import { openConfirmations } from '../audience/opt-in/mail.ts';
import { openGiftMails } from '../audience/readers/gift-mail.ts';
import { openReaderLinks, openWelcomes } from '../audience/readers/mail.ts';
import { printAnswer, printForwarded } from '../audience/replies/mail.ts';
import { printHeld } from '../automations/items/tell-held.ts';
import { startPoller } from '../automations/poller.ts';
import { printWaiting } from '../automations/tell-waiting.ts';
import { clearInterrupted } from '../backups/interrupted.ts';
import { bulkActionsWork } from '../bulk-actions/run.ts';
import { printDomainReports } from '../delivery/domain-reports/tell.ts';
import { printDomain } from '../delivery/domain-watch/tell.ts';
import { printKeys } from '../delivery/domain-watch/tell-keys.ts';
import { watchSenders } from '../delivery/domain-watch/watch.ts';
import { printSenderFault } from '../delivery/feedback/sender-faults.ts';
import { checksWork } from '../delivery/ledger/check.ts';
import { startParting } from '../delivery/ledger/part-ledger.ts';
import { watchPostmaster } from '../delivery/postmaster/sync.ts';
import { watchRelays } from '../delivery/relays/watch.ts';
import { startCatchingUp } from '../delivery/sending/catch-up.ts';
import { decisionsWork } from '../delivery/sending/decide.ts';
import { startLane } from '../delivery/sending/lane.ts';
import { openLetterTurns } from '../delivery/sending/letter-turns.ts';
import { printPreview } from '../delivery/sending/preview.ts';
import { startsWork } from '../delivery/sending/start.ts';
import { startDigests } from '../digests/worker.ts';
import { outbox } from '../letters/deliver.ts';
import { createExport } from '../moving/exports/change.ts';
import { exportCreate } from '../moving/exports/export.ts';
import { exportsWork } from '../moving/exports/run.ts';
import { importsWork } from '../moving/imports/run.ts';
import { openBoughtGiftMails } from '../payments/gift-mail.ts';
import { watchLeaving } from '../payments/leave.ts';
import { watchOrders } from '../payments/order.ts';
import { pollsWork } from '../payments/poll.ts';
import { readsWork } from '../payments/read.ts';
import { printDrifts } from '../payments/tell-drifts.ts';
import { DomainError } from '../platform/errors.ts';
import type { Transport } from '../platform/mail/smtp/transport.ts';
import { startCleaning } from '../platform/rounds/cleaning.ts';
import { startWork } from '../platform/work/work.ts';
import type { WriteExport } from '../sequences/engine/effect.ts';
import { requestsWork, startSequences } from '../sequences/engine/work.ts';
import { printNotification } from '../sequences/tell.ts';
import { watchSites } from '../sites/watch.ts';
import { startDeciding } from '../webhooks/decide.ts';
import { printDisabled } from '../webhooks/tell-owner.ts';
import { startTelling } from '../webhooks/worker.ts';
import { startScheduledBackups } from './backups.ts';
import { cleaningSteps } from './cleaning.ts';
import type { Equipment } from './equipment.ts';
import { senderContext, siteContext } from './senders.ts';
import { watchClock } from './watch-clock.ts';

/** Does the work of the step create_export of a sequence. Throws `request_invalid` for anything that POST /v1/exports would refuse. */
export const writeExportOf: WriteExport = async (trx, newsletter, by, metadata) => {
  const { data, error } = exportCreate.safeParse(metadata);
  if (!data) {
    const { path, message } = error.issues[0]!;
    throw new DomainError('request_invalid', `${['metadata', ...path].join('.')}: ${message}.`);
  }
  await createExport(trx, { newsletter, by: by ?? '' }, data);
};

type Running = { stop(): Promise<void> };

/**
 * Starts all work that sends something out or leads to it, and scheduled backups, because those of a copy would overwrite those of the
 * original. Runs only while the fence is open. `stop` also closes the transport.
 */
export async function startWorkers(equipment: Equipment, transport: Transport): Promise<Running> {
  const all = { ...equipment, transport };
  const { db, config } = all;
  const relays = await watchRelays(all);
  const lane = startLane(all);
  const printers = {
    mail_confirmation: openConfirmations(all),
    mail_welcome: openWelcomes(all),
    mail_reader_link: openReaderLinks(all),
    ...openGiftMails(all),
    ...openBoughtGiftMails(all),
    mail_comment: openCommentMails(all),
    mail_answer: printAnswer(all),
    mail_person: printSignIn(all),
    mail_invitation: printInvitation(all),
    forward_reply: printForwarded(all),
    send_preview: printPreview(all),
    tell_comments: printNewComments(all),
    tell_dkim_keys: printKeys(all),
    tell_domain: printDomain(all),
    tell_domain_reports: printDomainReports(all),
    tell_drifts: printDrifts(all),
    tell_held: printHeld(all),
    tell_sequence: printNotification(all),
    tell_sender_fault: printSenderFault(all),
    tell_waiting: printWaiting(all),
    tell_webhook_owner: printDisabled(all),
  };
  const running = [
    startWork(all, startsWork({ ...all, wake: lane.wake })),
    startWork(all, decisionsWork({ ...all, wake: lane.wake })),
    startWork(all, outbox({ ...all, printers, turn: openLetterTurns(all) })),
    startWork(all, bulkActionsWork(db, all)),
    startWork(all, importsWork(db, all)),
    lane,
    watchStandings(all),
    startCatchingUp({ ...all, wake: lane.wake }),
    startDigests({ ...all, wake: lane.wake }),
    startPoller(all),
    startSequences({ ...all, wake: lane.wake, writeExport: writeExportOf }),
    startWork(all, requestsWork(all)),
    startWork(all, readsWork(all)),
    startWork(all, pollsWork(all)),
    watchLeaving(all),
    watchOrders(all),
    startDeciding(all),
    watchPostmaster(all),
    startTelling({ ...all, client: all.webhook_client }),
    relays,
    watchClock(all),
    watchSites({ ...all, ...siteContext(all) }),
    watchSenders({ ...all, ...senderContext(all) }),
    ...(config.BACKUP_URL ? [await startScheduledBackups(all, config.BACKUP_URL)] : []),
  ];
  return {
    async stop() {
      // Both stop at once, so that messages waiting for the relay go back to the ledger instead of being waited for.
      await Promise.all([transport.close(), ...running.map(one => one.stop())]);
    },
  };
}

/**
 * Starts the work that stays inside the installation and continues while it is on hold: exports, checks of the ledger, and the upkeep of
 * tables.
 */
export async function startUpkeep(equipment: Equipment): Promise<Running> {
  const { db, log, store, config } = equipment;
  await clearInterrupted(db);
  const running = [
    startWork(equipment, exportsWork(db, equipment)),
    startWork(equipment, checksWork(equipment)),
    startParting(db, log),
    startCleaning(equipment, cleaningSteps(db, store, config)),
  ];
  return {
    async stop() {
      await Promise.all(running.map(one => one.stop()));
    },
  };
}
