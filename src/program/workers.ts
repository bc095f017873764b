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
import { workJob } from '../platform/jobs.ts';
import type { Transport } from '../platform/mail/transport.ts';
import { cleaningSteps } from './cleaning.ts';
import type { Equipment } from './equipment.ts';

/** Starts this process's work: jobs, and everything that runs continuously. `stop` also closes the transport. */
export async function startWorkers(
  equipment: Equipment,
  transport: Transport,
): Promise<{ stop(): Promise<void> }> {
  const all = { ...equipment, transport };
  const { db, jobs, log, store, config } = all;
  const lane = startLane(all);
  const confirm = openConfirmations(all);
  const readers = openReaderMails(all);
  await workJob(jobs, startSendingJob, { at_once: 2 }, ({ email_id }) =>
    startSending({ ...all, wake: lane.wake }, email_id),
  );
  await workJob(jobs, sendPreview, { at_once: 1 }, ({ email_id, to }) => deliverPreview(all, email_id, to));
  await workJob(jobs, runBulkActionsJob, { at_once: 2 }, ({ newsletter_key }) =>
    runBulkActions(db, all, newsletter_key),
  );
  await workJob(jobs, runExportJob, { at_once: 1 }, ({ export_id }) => runExport(db, all, export_id));
  await workJob(jobs, runImportJob, { at_once: 1 }, ({ import_id }) => runImport(db, all, import_id));
  await workJob(jobs, mailConfirmation, { at_once: 2 }, ({ subscriber_id }) => confirm(subscriber_id));
  await workJob(jobs, mailReaderLink, { at_once: 2 }, ({ link_id }) => readers.link(link_id));
  await workJob(jobs, mailWelcome, { at_once: 1 }, ({ subscriber_id }) => readers.welcome(subscriber_id));
  await workJob(jobs, tellOwner, { at_once: 1 }, ({ webhook_id }) => deliverNotice(all, webhook_id));
  await workJob(jobs, mailPerson, { at_once: 1 }, given => deliverToPerson(all, given));
  await workJob(jobs, tellWaiting, { at_once: 1 }, ({ email_id }) => tellOfWaiting(all, email_id));
  const running = [
    lane,
    startPoller(all),
    startTelling({ ...all, client: all.webhook_client }),
    startTellingFaults(all),
    watchRelays(all),
    startParting(db, log),
    startCleaning(all, cleaningSteps(db, store, config)),
  ];
  return {
    async stop() {
      // Together, so that messages waiting for the relay go back to the ledger instead of being waited for.
      await Promise.all([transport.close(), ...running.map(work => work.stop())]);
    },
  };
}
