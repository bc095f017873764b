import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Designs, loadDesigns } from '../accounts/look/designs.ts';
import { openWardrobe } from '../accounts/look/dress.ts';
import { ownFeeds } from '../archive/own-feeds.ts';
import { checkMails } from '../audience/opt-in/letter.ts';
import { pollSettings } from '../automations/feeds/poll.ts';
import { laneSettings } from '../delivery/sending/lane.ts';
import { checkLayouts, loadTheme, type Theme } from '../engines/rendering/theme.ts';
import { providerFields, servicesOf } from '../links/provider-headers.ts';
import type { Clock } from '../platform/clock.ts';
import { type Config, ConfigError, isExposed } from '../platform/config/config.ts';
import { signOnOf } from '../platform/config/sign-on.ts';
import type { Database } from '../platform/database/connect.ts';
import { findInstallationId } from '../platform/database/installation.ts';
import { messageOf } from '../platform/errors.ts';
import { type Icons, loadIcons } from '../platform/http/icons.ts';
import { loadPages, type Pages } from '../platform/http/public-pages.ts';
import { loadCatalogue } from '../platform/languages/catalogue.ts';
import type { Log } from '../platform/log.ts';
import type { Replicas } from '../platform/replicas/replicas.ts';
import { inProgram } from '../platform/root.ts';
import { openAnnouncements } from '../platform/rounds/announce.ts';
import { openSafeFetch, type SafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import { type FileStore, openFileStore } from '../platform/storage/file-store.ts';
import { type Directory, openDirectory } from '../sites/directory.ts';
import { openWebhookClient, type WebhookClient } from '../webhooks/client.ts';
import { mostRequests } from '../webhooks/worker.ts';
import { openReplicasAsSet } from './open-replicas.ts';
import { openSecrets, type Secrets } from './open-secrets.ts';

/** Everything that a process provides to the rooms. A room receives only what its context type names. */
export type Equipment = Settings &
  Secrets & {
    db: Database;
    /** Where reads of data that may be a moment old are made. */
    replicas: Replicas;
    log: Log;
    clock: Clock;
    /** The design of mails, the public pages and the icon. */
    theme: Theme;
    pages: Pages;
    icons: Icons;
    store: FileStore;
    safe_fetch: SafeFetch;
    webhook_client: WebhookClient;
    /** The newsletters that are found at domains, by domain. */
    directory: Directory;
    /** The id of the installation in cookies. */
    installation_id: string;
  };

type Settings = ReturnType<typeof settingsOf>;

/** Returns the configuration in the rooms' terms. */
export function settingsOf(config: Config) {
  return {
    config,
    base_url: config.BASE_URL,
    images_url: config.IMAGES_URL ?? config.BASE_URL,
    is_exposed: isExposed(config),
    bounce_domain: config.BOUNCE_DOMAIN,
    dkim_zone: config.DKIM_ZONE,
    authserv_id: config.AUTHSERV_ID,
    has_inbox: !config.SMTP_URL,
    retry_hours: config.RETRY_HOURS,
    spool_dir: join(config.DATA_DIR, 'hits'),
    upload_limit: config.UPLOAD_LIMIT_BYTES,
    quota: config.UPLOAD_QUOTA_BYTES,
    import_limit: config.IMPORT_LIMIT_BYTES,
    export_days: config.EXPORT_DAYS,
    provider_fields: providerFields(servicesOf(config)),
    stripe_url: config.STRIPE_URL,
    sign_on: signOnOf(config),
    ...laneSettings(config),
    ...pollSettings(config),
  };
}

type Given = {
  config: Config;
  db: Database;
  log: Log;
  clock: Clock;
  /** Whether this process does work, or only requests it from others. */
  works: boolean;
};

/**
 * Opens the equipment on a migrated database. Everything that must be closed later is added to `opened`. Throws ConfigError with the
 * remedy.
 */
export async function openEquipment(
  { config, db, log, clock, works }: Given,
  opened: AsyncDisposableStack,
): Promise<Equipment> {
  const secrets = await openSecrets(db, config);
  const replicas = openReplicasAsSet(config, db, log);
  opened.defer(() => replicas.close());
  const announcements = openAnnouncements(db, { listens: works, direct_url: config.DATABASE_DIRECT_URL });
  opened.defer(() => announcements.close());
  const network = {
    allowed_private_networks: config.ALLOWED_PRIVATE_NETWORKS,
    contact_url: config.BASE_URL,
  };
  const safe_fetch = openSafeFetch({ ...network, isOwn: ownFeeds(config.BASE_URL) });
  opened.defer(() => safe_fetch.close());
  const webhook_client = openWebhookClient({ ...network, connections_per_host: mostRequests });
  opened.defer(() => webhook_client.close());
  const directory = await openDirectory(db, log);
  opened.defer(() => directory.stop());
  return {
    ...settingsOf(config),
    ...secrets,
    ...readTheme(config),
    db,
    replicas,
    log,
    clock,
    store: await openFileStore({ data_dir: config.DATA_DIR, files_url: config.FILES_URL }),
    safe_fetch,
    webhook_client,
    directory,
    installation_id: await findInstallationId(db),
  };
}

const ownTheme = inProgram('themes/default');
const ownThemes = inProgram('themes');

/**
 * Reads the theme. Throws ConfigError if something in it is missing or unreadable. Only an operator's own theme is read whole at the start;
 * the parts of our theme are read when they are first used.
 */
function readTheme({ THEME_DIR = ownTheme, THEMES_DIR, BASE_URL, IMAGES_URL = BASE_URL }: Config) {
  const designs = readDesigns(THEME_DIR, THEMES_DIR);
  try {
    const folder = pathToFileURL(join(THEME_DIR, '/'));
    const catalogue = loadCatalogue(
      join(ownTheme, 'words'),
      ...(THEME_DIR === ownTheme ? [] : [join(THEME_DIR, 'words')]),
    );
    const theme = loadTheme(THEME_DIR, catalogue, designs);
    if (THEME_DIR !== ownTheme) {
      checkLayouts(theme);
      checkMails(theme);
    }
    return {
      theme,
      pages: loadPages(folder, BASE_URL, catalogue, openWardrobe(designs, [BASE_URL, IMAGES_URL])),
      icons: loadIcons(folder),
    };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `THEME_DIR: ${THEME_DIR} is not a theme: ${messageOf(error)}. Start with a copy of themes/default.`,
    );
  }
}

/** Reads the themes that newsletters can choose. Throws ConfigError if one cannot be read. */
function readDesigns(usual: string, more: string | undefined): Designs {
  try {
    return loadDesigns(usual, ownThemes, ...(more === undefined ? [] : [more]));
  } catch (error) {
    throw new ConfigError(`THEMES_DIR: ${messageOf(error)}`);
  }
}
