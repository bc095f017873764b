import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureFirstNewsletter } from '../accounts/first-newsletter.ts';
import { canOwnerSignIn, printOwnersLink } from '../accounts/people/links.ts';
import { findInstallationId } from '../accounts/people/queries.ts';
import { listNewsletters } from '../accounts/queries.ts';
import { openWebhookClient } from '../accounts/webhooks/client.ts';
import { mostRequests } from '../accounts/webhooks/worker.ts';
import { softBounceRule } from '../delivery/feedback/bounce.ts';
import type { Listener } from '../delivery/feedback/listener.ts';
import type { MessageContext } from '../delivery/feedback/take-message.ts';
import { loadTheme } from '../engines/rendering/theme.ts';
import { systemClock } from '../platform/clock.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { describeUpgrade, migrateToLatest } from '../platform/database/migrate.ts';
import { messageOf } from '../platform/errors.ts';
import { openFileStore } from '../platform/file-store.ts';
import { loadIcons } from '../platform/http/icons.ts';
import { loadPages } from '../platform/http/public-pages.ts';
import { inboxLink } from '../platform/inbox/door.ts';
import { closeJobs, openJobs } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { openTransport } from '../platform/mail/transport.ts';
import { openSafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import { version } from '../platform/version.ts';
import { createApp, createWorkerApp } from './app.ts';
import { openDatabase } from './open-database.ts';
import { openSecrets } from './open-secrets.ts';
import { declarations, startWorkers } from './workers.ts';

const ownTheme = fileURLToPath(new URL('../../themes/default/', import.meta.url));

export type Service = {
  /** The key created at this start, if it was the first. */
  first_key: string | null;
  /** The page of the newsletter, or of all if there are several. */
  page_url: string;
  dashboard_url: string;
  /** The address that signs the owner in once; null if they can sign in without it, or nothing answers here. */
  sign_in_url: string | null;
  /** The link that opens the inbox; null if mail goes out. */
  inbox_url: string | null;
  /** Drains and stops everything, in reverse order of starting. */
  stop(): Promise<void>;
};

/**
 * Starts what `config.ROLE` says on the configured database: settings, database, migrations, then API, workers or both.
 * When it returns, the service is ready; without a built dashboard, its page says `dashboard_trouble`. Throws ConfigError
 * and EmbeddedDatabaseError with what to do; nothing is left running then.
 */
export async function startService(
  config: Config,
  log: Log,
  { dashboard_trouble }: { dashboard_trouble?: string | undefined } = {},
): Promise<Service> {
  const opened = new AsyncDisposableStack();
  try {
    const on_error = (error: Error) => log.warn({ err: error }, 'an error in the background');
    const { db, url, close } = await openDatabase(config, log, { claim: true });
    opened.defer(close);
    const upgrade = await migrateToLatest(db);
    const upgraded = describeUpgrade(upgrade);
    if (upgraded) log.info({ ...upgrade, to: version }, upgraded);
    const secrets = await openSecrets(db, config);
    const first_key = await ensureFirstNewsletter(db, config.BASE_URL, config.API_KEY);
    const works = config.ROLE !== 'api';
    const jobs = await openJobs(url, { declarations, works, on_error });
    opened.defer(() => closeJobs(jobs));
    const store = await openFileStore({ data_dir: config.DATA_DIR, files_url: config.FILES_URL });
    const safe_fetch = openSafeFetch({
      allowed_private_networks: config.ALLOWED_PRIVATE_NETWORKS,
      contact_url: config.BASE_URL,
    });
    opened.defer(() => safe_fetch.close());
    const webhook_client = openWebhookClient({
      allowed_private_networks: config.ALLOWED_PRIVATE_NETWORKS,
      contact_url: config.BASE_URL,
      connections_per_host: mostRequests,
    });
    opened.defer(() => webhook_client.close());
    const parts = {
      config,
      db,
      jobs,
      store,
      safe_fetch,
      webhook_client,
      log,
      clock: systemClock,
      ...secrets,
      installation_id: await findInstallationId(db),
      ...readTheme(config.THEME_DIR ?? ownTheme, config.BASE_URL),
    };

    if (works) {
      const inbox = config.SMTP_URL ? undefined : await openInbox(db, on_error);
      if (inbox) opened.defer(() => inbox.close());
      const transport = openTransport(config.SMTP_URL ?? inbox!.smtp_url, {
        connections: config.SMTP_CONNECTIONS,
        log,
      });
      opened.defer(() => transport.close());
      const workers = await startWorkers({ ...parts, transport });
      opened.defer(() => workers.stop());
      for await (const listener of startListeners({ ...parts, on_error }))
        opened.defer(() => listener.close());
    }
    if (config.ROLE !== 'worker') {
      const app = await createApp({ ...parts, dashboard_trouble });
      opened.defer(() => app.close());
      await app
        .listen({ host: config.HOST, port: config.PORT })
        .catch(error => explainListening(error, 'PORT', 'HOST', { host: config.HOST, port: config.PORT }));
    }
    if (config.ROLE === 'worker' && config.METRICS_PORT !== undefined) {
      const app = await createWorkerApp(parts);
      opened.defer(() => app.close());
      const place = { host: config.HOST, port: config.METRICS_PORT };
      await app.listen(place).catch(error => explainListening(error, 'METRICS_PORT', 'HOST', place));
    }
    const linked = config.ROLE !== 'worker' && !(await canOwnerSignIn(db));
    const link = { base_url: config.BASE_URL, secret: secrets.secret, now: systemClock() };
    return {
      first_key,
      sign_in_url: linked ? await printOwnersLink(db, link) : null,
      page_url: await findPageUrl(db, config.BASE_URL),
      dashboard_url: `${config.BASE_URL}/dashboard`,
      inbox_url: config.SMTP_URL ? null : inboxLink(config.BASE_URL, parts.secret),
      stop: () => opened.disposeAsync(),
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
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
async function* startListeners({
  config,
  on_error,
  ...parts
}: {
  config: Config;
  on_error: (error: Error) => void;
} & Omit<MessageContext, 'rule'>): AsyncGenerator<Listener> {
  const context = { ...parts, rule: softBounceRule(config) };
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
    yield await startListener(context, options).catch(error =>
      explainListening(error, name, 'BOUNCE_HOST', options),
    );
  }
}

/**
 * Loads the mail layout, the pages and the icon of the theme. Throws ConfigError if something is missing or unreadable.
 */
function readTheme(directory: string, base_url: string) {
  try {
    const folder = pathToFileURL(join(directory, '/'));
    return { theme: loadTheme(directory), pages: loadPages(folder, base_url), icons: loadIcons(folder) };
  } catch (error) {
    throw new ConfigError(
      `THEME_DIR: ${directory} is not a theme: ${messageOf(error)}. Start with a copy of themes/default.`,
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
