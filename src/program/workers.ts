import { mailPerson } from '../accounts/people/jobs.ts';
import { deliverToPerson } from '../accounts/people/mail.ts';
import type { WebhookClient } from '../accounts/webhooks/client.ts';
import { tellOwner } from '../accounts/webhooks/jobs.ts';
import { deliverNotice } from '../accounts/webhooks/tell-owner.ts';
import { startTelling } from '../accounts/webhooks/worker.ts';
import { openConfirmations } from '../audience/opt-in/mail.ts';
import { mailReaderLink } from '../audience/readers/jobs.ts';
import { openReaderMails } from '../audience/readers/mail.ts';
import { mailConfirmation, mailWelcome } from '../audience/subscribers/jobs.ts';
import { tellWaiting } from '../automations/jobs.ts';
import { pollSettings } from '../automations/poll.ts';
import { startPoller } from '../automations/poller.ts';
import { tellOfWaiting } from '../automations/tell-waiting.ts';
import { runBulkActionsJob } from '../bulk-actions/jobs.ts';
import { runBulkActions } from '../bulk-actions/run.ts';
import { startTellingFaults } from '../delivery/feedback/sender-faults.ts';
import { startParting } from '../delivery/ledger/part-ledger.ts';
import { sendPreview } from '../delivery/sending/jobs.ts';
import { laneSettings, startLane } from '../delivery/sending/lane.ts';
import { deliverPreview } from '../delivery/sending/preview.ts';
import { watchRelays } from '../delivery/sending/relays.ts';
import { startSending } from '../delivery/sending/start.ts';
import { startSending as startSendingJob } from '../emails/jobs.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import { providerFields } from '../links/provider-headers.ts';
import { startCleaning } from '../platform/cleaning.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/connect.ts';
import type { FileStore } from '../platform/file-store.ts';
import { type Job, type Jobs, workJob } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { Transport } from '../platform/mail/transport.ts';
import type { SafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { cleaningSteps } from './cleaning.ts';

/** All jobs, for processes that enqueue them and processes that work on them alike. */
export const declarations: readonly Job<object>[] = [
  startSendingJob,
  sendPreview,
  mailConfirmation,
  tellOwner,
  runBulkActionsJob,
  mailWelcome,
  mailReaderLink,
  tellWaiting,
  mailPerson,
];

type WorkersContext = {
  config: Config;
  db: Database;
  jobs: Jobs;
  log: Log;
  clock: Clock;
  theme: Theme;
  secret: Secret;
  vault: Vault;
  transport: Transport;
  store: FileStore;
  safe_fetch: SafeFetch;
  webhook_client: WebhookClient;
};

/** Puts this process to work: jobs, the lane of sending, the poller of feeds, webhooks, and the cleaning. */
export async function startWorkers({
  config,
  db,
  jobs,
  log,
  clock,
  theme,
  secret,
  vault,
  transport,
  store,
  safe_fetch,
  webhook_client,
}: WorkersContext): Promise<{ stop(): Promise<void> }> {
  const lane = startLane({
    db,
    log,
    clock,
    theme,
    secret,
    vault,
    transport,
    store,
    base_url: config.BASE_URL,
    bounce_domain: config.BOUNCE_DOMAIN,
    provider_fields: providerFields(config),
    ...laneSettings(config),
  });
  await workJob(jobs, startSendingJob, { at_once: 2 }, ({ email_id }) =>
    startSending({ db, jobs, theme, clock, log, wake: lane.wake }, email_id),
  );
  const preview = { db, vault, theme, store, transport, base_url: config.BASE_URL, clock, log };
  await workJob(jobs, sendPreview, { at_once: 1 }, ({ email_id, to }) =>
    deliverPreview(preview, email_id, to),
  );
  await workJob(jobs, runBulkActionsJob, { at_once: 2 }, ({ newsletter_key }) =>
    runBulkActions(db, { jobs, theme, clock, secret, log }, newsletter_key),
  );
  const mail = openConfirmations({
    db,
    jobs,
    theme,
    secret,
    vault,
    transport,
    base_url: config.BASE_URL,
    retry_hours: config.RETRY_HOURS,
    clock,
    log,
  });
  await workJob(jobs, mailConfirmation, { at_once: 2 }, ({ subscriber_id }) => mail(subscriber_id));
  const base_url = config.BASE_URL;
  const readers = openReaderMails({ db, jobs, theme, secret, vault, transport, base_url, clock, log });
  await workJob(jobs, mailReaderLink, { at_once: 2 }, ({ link_id }) => readers.link(link_id));
  await workJob(jobs, mailWelcome, { at_once: 1 }, ({ subscriber_id }) => readers.welcome(subscriber_id));
  const poller = startPoller({
    db,
    jobs,
    theme,
    clock,
    log,
    safe_fetch,
    transport,
    secret,
    vault,
    base_url: config.BASE_URL,
    ...pollSettings(config),
  });
  await workJob(jobs, tellOwner, { at_once: 1 }, ({ webhook_id }) =>
    deliverNotice({ db, vault, transport, clock, log }, webhook_id),
  );
  await workJob(jobs, mailPerson, { at_once: 1 }, given =>
    deliverToPerson({ db, vault, transport, clock, log, secret, base_url }, given),
  );
  await workJob(jobs, tellWaiting, { at_once: 1 }, ({ email_id }) =>
    tellOfWaiting({ db, vault, transport, clock, log, base_url }, email_id),
  );
  const parting = startParting(db, log);
  const relays = watchRelays({ db, transport, log });
  const faults = startTellingFaults({ db, vault, transport, clock, log });
  const telling = startTelling({ db, jobs, clock, log, vault, client: webhook_client, random: Math.random });
  const cleaning = startCleaning({ db, clock, log }, cleaningSteps(db, store, config));
  return {
    async stop() {
      // Together: what waits for its turn at the relay goes back to the ledger, instead of being waited for.
      await Promise.all([
        lane.stop(),
        transport.close(),
        poller.stop(),
        telling.stop(),
        relays.stop(),
        parting.stop(),
        faults.stop(),
        cleaning.stop(),
      ]);
    },
  };
}
