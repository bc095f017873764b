import { ensureFirstNewsletter } from '../accounts/first-newsletter.ts';
import { canOwnerSignIn, printOwnersLink } from '../accounts/people/links.ts';
import { listNewsletters } from '../accounts/queries.ts';
import type { Listener } from '../delivery/feedback/listener.ts';
import { writeLostOutcomes } from '../delivery/sending/served.ts';
import { openFenceAsSet } from '../holds/open-fence.ts';
import { showHold } from '../holds/show.ts';
import { systemClock } from '../platform/clock.ts';
import { type Config, ConfigError } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { leave } from '../platform/http/leaving.ts';
import type { App } from '../platform/http/server.ts';
import { inboxLink } from '../platform/inbox/door.ts';
import type { Log } from '../platform/log.ts';
import { openTransport } from '../platform/mail/smtp/transport.ts';
import { warnRarely } from '../platform/warn-rarely.ts';
import { createApp, createWorkerApp } from './app.ts';
import { type Equipment, openEquipment } from './equipment.ts';
import { openGate } from './gate.ts';
import { joinInstallation } from './join.ts';
import { openDatabase } from './open-database.ts';
import { settleWithPooler } from './pooler.ts';
import { takeOver } from './take-over.ts';
import { startUpkeep, startWorkers } from './workers.ts';

export type Service = {
  /** The key created at this start, if it was the first. */
  first_key: string | null;
  /** The page of the newsletter, or the front page if there are several newsletters. */
  page_url: string;
  dashboard_url: string;
  /** The address that signs the owner in once; null if they can sign in without it, or if this process serves no pages. */
  sign_in_url: string | null;
  /** The reason why nothing goes out; null if the installation is not on hold. */
  hold: string | null;
  /** The link that opens the inbox; null if mail goes out. */
  inbox_url: string | null;
  /** Makes load balancers send requests to other processes; this one still answers. */
  leave(): void;
  /** Drains and stops everything, in reverse order of starting. */
  stop(): Promise<void>;
};

/**
 * Starts what `config.ROLE` says on the configured database: settings, database, migrations, then API, workers or both. When it returns,
 * the service is ready; without a built dashboard, the page of the dashboard shows `dashboard_trouble`. Throws ConfigError and
 * EmbeddedDatabaseError with the remedy; nothing is left running then.
 */
export async function startService(
  config: Config,
  log: Log,
  { dashboard_trouble }: { dashboard_trouble?: string | undefined } = {},
): Promise<Service> {
  const opened = new AsyncDisposableStack();
  try {
    const on_error = warnRarely(log, 'an error in the background');
    const { db, close } = await openDatabase(config, log, { claim: true, absent: 'create' });
    opened.defer(close);
    await settleWithPooler(db, { log, is_listening: config.DATABASE_DIRECT_URL !== undefined });
    await joinInstallation({ config, db, log }, opened);
    const works = config.ROLE !== 'api';
    const equipment = await openEquipment({ config, db, log, clock: systemClock, works }, opened);
    const first_key = await ensureFirstNewsletter(db, config.BASE_URL, config.API_KEY);

    if (works) {
      const { notes_dir } = equipment;
      await takeOver(db, { is_alone: !config.DATABASE_URL, notes_dir, clock: systemClock, log });
      const inbox = config.SMTP_URL ? undefined : await openInbox(db, on_error);
      if (inbox) opened.defer(() => inbox.close());
      const upkeep = await startUpkeep(equipment);
      opened.defer(() => upkeep.stop());
      const fence = await openFenceAsSet(config, { db, log, is_shared: Boolean(config.DATABASE_URL) });
      opened.defer(() => fence.stop());
      const workers = openGate(() => {
        const { SMTP_CONNECTIONS: connections, SMTP_URL } = config;
        const limits = { patience: config.SMTP_PATIENCE_SECONDS * 1000 };
        return startWorkers(
          equipment,
          openTransport(SMTP_URL ?? inbox!.smtp_url, { connections, log, limits }),
        );
      }, log);
      opened.defer(() => workers.close());
      let is_stopping = false;
      opened.defer(() => {
        is_stopping = true;
      });
      fence.watch(status => {
        workers.follow(status === 'open');
        // Workers stop first, so that nobody resumes while they still know a different state.
        if (status === 'hold')
          void workers
            .settled()
            .then(() => writeLostOutcomes(db, { log, stopping: () => is_stopping }))
            .catch(on_error);
      });
      await workers.settled();
      for await (const listener of startListeners(equipment, on_error)) opened.defer(() => listener.close());
    }
    const apps: App[] = [];
    if (config.ROLE !== 'worker') {
      const app = await createApp(equipment, dashboard_trouble);
      opened.defer(() => app.close());
      apps.push(app);
      await app
        .listen({ host: config.HOST, port: config.PORT })
        .catch(error => explainListening(error, 'PORT', 'HOST', { host: config.HOST, port: config.PORT }));
    }
    if (config.ROLE === 'worker' && config.METRICS_PORT !== undefined) {
      const app = await createWorkerApp(equipment);
      opened.defer(() => app.close());
      apps.push(app);
      const place = { host: config.HOST, port: config.METRICS_PORT };
      await app.listen(place).catch(error => explainListening(error, 'METRICS_PORT', 'HOST', place));
    }
    const linked = config.ROLE !== 'worker' && !(await canOwnerSignIn(db, equipment.sign_on));
    const link = { base_url: config.BASE_URL, secret: equipment.secret, now: systemClock() };
    return {
      first_key,
      hold: await describeHold(db),
      sign_in_url: linked ? await printOwnersLink(db, link) : null,
      page_url: await findPageUrl(db, config.BASE_URL),
      dashboard_url: `${config.BASE_URL}/dashboard`,
      inbox_url: config.SMTP_URL ? null : inboxLink(config.BASE_URL, equipment.secret),
      leave: () => apps.forEach(leave),
      stop: () => opened.disposeAsync(),
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function describeHold(db: Database): Promise<string | null> {
  const { status, detail } = await showHold(db);
  return status === 'hold' ? detail : null;
}

async function findPageUrl(db: Database, base_url: string): Promise<string> {
  const [first, second] = await listNewsletters(db);
  return first && !second ? `${base_url}/${first.username}` : `${base_url}/`;
}

async function openInbox(db: Database, on_error: (error: Error) => void) {
  const { startInbox } = await import('../platform/inbox/inbox.ts');
  return startInbox(db, { on_error });
}

/** Starts the listeners for returned mail that the settings ask for. */
async function* startListeners(
  equipment: Equipment,
  on_error: (error: Error) => void,
): AsyncGenerator<Listener> {
  const { config } = equipment;
  for (const [protocol, port] of [
    ['smtp', config.BOUNCE_PORT],
    ['lmtp', config.BOUNCE_LMTP_PORT],
  ] as const) {
    if (port === undefined) continue;
    const options = {
      protocol,
      host: config.BOUNCE_HOST,
      port,
      bounce_domain: config.BOUNCE_DOMAIN!,
      on_error,
    };
    const name = protocol === 'smtp' ? 'BOUNCE_PORT' : 'BOUNCE_LMTP_PORT';
    // Loaded only when needed: the SMTP server library takes 4 MB.
    const { startListener } = await import('../delivery/feedback/listener.ts');
    yield await startListener(equipment, options).catch(error =>
      explainListening(error, name, 'BOUNCE_HOST', options),
    );
  }
}

function explainListening(
  error: NodeJS.ErrnoException,
  port_name: string,
  host_name: string,
  { host, port }: { host: string; port: number },
): never {
  if (error.code === 'EADDRINUSE')
    throw new ConfigError(
      `${port_name}: ${port} is in use, perhaps by another Postrider. Stop that, or choose another port with ${port_name}.`,
    );
  if (error.code === 'EACCES')
    throw new ConfigError(
      `${port_name}: this user may not listen on ${port}. Choose one above 1023 with ${port_name}.`,
    );
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    throw new ConfigError(
      `${host_name}: ${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all.`,
    );
  throw error;
}
