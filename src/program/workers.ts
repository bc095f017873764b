import { watchSenders } from '../accounts/domains/watch-senders.ts';
import { mailPerson } from '../accounts/people/jobs.ts';
import { deliverToPerson } from '../accounts/people/mail.ts';
import { tellOwner } from '../accounts/webhooks/jobs.ts';
import { deliverNotice } from '../accounts/webhooks/tell-owner.ts';
import { startTelling } from '../accounts/webhooks/worker.ts';
import { openConfirmations } from '../audience/opt-in/mail.ts';
import { mailReaderLink } from '../audience/readers/jobs.ts';
import { openReaderMails } from '../audience/readers/mail.ts';
import { mailConfirmation, mailWelcome } from '../audience/subscribers/jobs.ts';
import { tellWaiting } from '../automations/jobs.ts';
import { startPoller } from '../automations/poller.ts';
import { tellOfWaiting } from '../automations/tell-waiting.ts';
import { runBulkActionsJob } from '../bulk-actions/jobs.ts';
import { runBulkActions } from '../bulk-actions/run.ts';
import { startTellingFaults } from '../delivery/feedback/sender-faults.ts';
import { runCheck } from '../delivery/ledger/check.ts';
import { checkLedgerJob } from '../delivery/ledger/jobs.ts';
import { startParting } from '../delivery/ledger/part-ledger.ts';
import { sendPreview } from '../delivery/sending/jobs.ts';
import { startLane } from '../delivery/sending/lane.ts';
import { deliverPreview } from '../delivery/sending/preview.ts';
import { watchRelays } from '../delivery/sending/relays.ts';
import { startSending } from '../delivery/sending/start.ts';
import { startSending as startSendingJob } from '../emails/jobs.ts';
import { runExportJob } from '../moving/exports/jobs.ts';
import { runExport } from '../moving/exports/run.ts';
import { runImportJob } from '../moving/imports/jobs.ts';
import { runImport } from '../moving/imports/run.ts';
import { startCleaning } from '../platform/cleaning.ts';
import { readSending } from '../platform/fence/queries.ts';
import { type Job, workJob } from '../platform/jobs.ts';
import type { Transport } from '../platform/mail/transport.ts';
import { startScheduledBackups } from './backups.ts';
import { cleaningSteps } from './cleaning.ts';
import type { Equipment } from './equipment.ts';
import { senderContext } from './senders.ts';
import { watchClock } from './watch-clock.ts';

type Work = { stop(): Promise<void> };

/**
 * Starts everything that leaves the installation or brings it about: jobs, what runs continuously, and scheduled backups,
 * since a copy would write over those of the original. Runs only while the fence is open. `stop` also closes the transport.
 */
export async function startWorkers(equipment: Equipment, transport: Transport): Promise<Work> {
  const all = { ...equipment, transport };
  const { db, jobs, config } = all;
  const lane = startLane(all);
  const confirm = openConfirmations(all);
  const readers = openReaderMails(all);
  const workings: (() => Promise<void>)[] = [];
  await work(startSendingJob, 2, ({ email_id }) => startSending({ ...all, wake: lane.wake }, email_id));
  await work(sendPreview, 1, ({ email_id, to }) => deliverPreview(all, email_id, to));
  await work(runBulkActionsJob, 2, ({ newsletter_key }) => runBulkActions(db, all, newsletter_key));
  await work(runImportJob, 1, ({ import_id }) => runImport(db, all, import_id));
  await work(mailConfirmation, 2, ({ subscriber_id }) => confirm(subscriber_id));
  await work(mailReaderLink, 2, ({ link_id }) => readers.link(link_id));
  await work(mailWelcome, 1, ({ subscriber_id }) => readers.welcome(subscriber_id));
  await work(tellOwner, 1, ({ webhook_id }) => deliverNotice(all, webhook_id));
  await work(mailPerson, 1, given => deliverToPerson(all, given));
  await work(tellWaiting, 1, ({ email_id }) => tellOfWaiting(all, email_id));
  const running = [
    lane,
    startPoller(all),
    startTelling({ ...all, client: all.webhook_client }),
    startTellingFaults(all),
    watchRelays(all),
    watchClock(all),
    // While mail stays in the built-in inbox, nobody has to believe it.
    ...(config.SMTP_URL ? [watchSenders({ ...all, ...senderContext(all) })] : []),
    ...(config.BACKUP_URL ? [await startScheduledBackups(all, config.BACKUP_URL)] : []),
  ];
  return {
    async stop() {
      for (const stop of workings) await stop();
      // Together, so that messages waiting for the relay go back to the ledger instead of being waited for.
      await Promise.all([transport.close(), ...running.map(work => work.stop())]);
    },
  };

  /** A job that finds the fence closed is tried again later. */
  async function work<Payload extends object>(
    job: Job<Payload>,
    at_once: number,
    handler: (payload: Payload) => Promise<void>,
  ): Promise<void> {
    workings.push(
      await workJob(jobs, job, { at_once }, async payload => {
        if ((await readSending(db)) !== 'open') throw new Error('The installation is on hold.');
        await handler(payload);
      }),
    );
  }
}

/**
 * Starts what stays inside the installation, and goes on while it is on hold: exports, checks of the ledger, and looking after
 * the tables.
 */
export async function startUpkeep(equipment: Equipment): Promise<Work> {
  const { db, jobs, log, store, config } = equipment;
  const stopExports = await workJob(jobs, runExportJob, { at_once: 1 }, ({ export_id }) =>
    runExport(db, equipment, export_id),
  );
  const stopChecks = await workJob(jobs, checkLedgerJob, { at_once: 1 }, ({ check_id }) =>
    runCheck(db, check_id),
  );
  const running = [startParting(db, log), startCleaning(equipment, cleaningSteps(db, store, config))];
  return {
    async stop() {
      await stopExports();
      await stopChecks();
      await Promise.all(running.map(work => work.stop()));
    },
  };
}
