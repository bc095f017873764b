import type { FastifyRequest } from 'fastify';
import { auditRequests } from '../accounts/audit/audit-requests.ts';
import { auditRoutes } from '../accounts/audit/routes.ts';
import { authenticateRequests } from '../accounts/authenticate.ts';
import type { Caller } from '../accounts/caller.ts';
import { openDns } from '../accounts/domains/dns.ts';
import { domainRoutes } from '../accounts/domains/routes.ts';
import { eventRoutes } from '../accounts/history/routes.ts';
import { answerOnce } from '../accounts/idempotency.ts';
import { keyRoutes } from '../accounts/key-routes.ts';
import { findCaller, isGoodKey } from '../accounts/keys.ts';
import { readCookie } from '../accounts/people/cookie.ts';
import { openSignInLimits } from '../accounts/people/limits.ts';
import { meRoutes } from '../accounts/people/me-routes.ts';
import { passkeyRoutes } from '../accounts/people/passkey-routes.ts';
import { peopleRoutes } from '../accounts/people/people-routes.ts';
import { listPlaces } from '../accounts/people/queries.ts';
import { sessionRoutes } from '../accounts/people/session-routes.ts';
import { isGoodToken, openSessions, type SessionContext } from '../accounts/people/sessions.ts';
import { setupRoutes } from '../accounts/people/setup-routes.ts';
import { demand, reaches } from '../accounts/permissions.ts';
import { accountRoutes } from '../accounts/routes.ts';
import { webhooksBacklog } from '../accounts/webhooks/backlog.ts';
import type { WebhookClient } from '../accounts/webhooks/client.ts';
import { webhookRoutes } from '../accounts/webhooks/routes.ts';
import { findSite } from '../archive/front.ts';
import { archiveRoutes } from '../archive/routes.ts';
import { optInRoutes } from '../audience/opt-in/routes.ts';
import { readerRoutes } from '../audience/readers/routes.ts';
import { trackingRoutes } from '../audience/readers/unsubscribe-routes.ts';
import { segmentRoutes } from '../audience/segments/routes.ts';
import { signUpRoutes } from '../audience/sign-ups/routes.ts';
import { subscriberRoutes } from '../audience/subscribers/routes.ts';
import { tagIdsOf } from '../audience/tags/resolve.ts';
import { tagRoutes } from '../audience/tags/routes.ts';
import { pollSettings } from '../automations/poll.ts';
import { automationRoutes } from '../automations/routes.ts';
import { bulkActionRoutes } from '../bulk-actions/routes.ts';
import { softBounceRule } from '../delivery/feedback/bounce.ts';
import { openSns } from '../delivery/feedback/providers/sns.ts';
import { feedbackRoutes } from '../delivery/feedback/routes.ts';
import { providerRoutes } from '../delivery/feedback/webhook-routes.ts';
import { analyticsOf } from '../delivery/ledger/analytics.ts';
import { sendingBacklog } from '../delivery/ledger/backlog.ts';
import { deliveryRoutes } from '../delivery/ledger/routes.ts';
import { controlRoutes } from '../delivery/sending/control-routes.ts';
import { copyRoutes } from '../delivery/sending/copy-routes.ts';
import { explainRoutes } from '../delivery/sending/explain-routes.ts';
import { sendingRoutes } from '../delivery/sending/routes.ts';
import { hitRoutes } from '../delivery/tracking/hit-routes.ts';
import { openIntake } from '../delivery/tracking/intake.ts';
import { approvalRoutes } from '../emails/approval-routes.ts';
import { makeExample } from '../emails/example.ts';
import { fileRoutes } from '../emails/files/routes.ts';
import { stopEmails } from '../emails/queries.ts';
import { emailRoutes } from '../emails/routes.ts';
import { snippetRoutes } from '../emails/snippets/routes.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import { providerFields } from '../links/provider-headers.ts';
import type { Clock } from '../platform/clock.ts';
import { type Config, isExposed } from '../platform/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import type { FileStore } from '../platform/file-store.ts';
import { openAttempts } from '../platform/http/attempts.ts';
import { failuresInPages } from '../platform/http/failure-pages.ts';
import { healthRoutes } from '../platform/http/health.ts';
import { type Icons, iconRoutes } from '../platform/http/icons.ts';
import { describeRoutes } from '../platform/http/openapi.ts';
import type { Pages } from '../platform/http/public-pages.ts';
import { type Credentials, limitRate } from '../platform/http/rate-limit.ts';
import { type App, answerUnknownRoutes, createServer } from '../platform/http/server.ts';
import { singlePageRoutes } from '../platform/http/single-page.ts';
import { refuseUnknownParameters } from '../platform/http/unknown-parameters.ts';
import { type Door, inboxToken } from '../platform/inbox/door.ts';
import { inboxRoutes } from '../platform/inbox/routes.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { relayHosts } from '../platform/mail/smtp/relays.ts';
import { metricsRoutes, timeRequests } from '../platform/metrics/routes.ts';
import type { SafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import { isSameSecret } from '../platform/secrets/same-secret.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { buttondownFilters } from './buttondown-filters.ts';
import { dashboardFolder } from './dashboard.ts';
import { openThings } from './things.ts';

export type AppContext = {
  config: Config;
  db: Database;
  jobs: Jobs;
  log: Log;
  clock: Clock;
  theme: Theme;
  pages: Pages;
  icons: Icons;
  store: FileStore;
  safe_fetch: SafeFetch;
  webhook_client: WebhookClient;
  /** Signs the links in mails. */
  secret: Secret;
  vault: Vault;
  /** Why the web interface could not be built at this start. */
  dashboard_trouble?: string | undefined;
  /** Names the installation in cookies. */
  installation_id: string;
};

const backlogs = [sendingBacklog, webhooksBacklog];

/** The HTTP side of a process that only works jobs, not yet listening: health and metrics. */
export async function createWorkerApp({
  config,
  db,
  log,
}: Pick<AppContext, 'config' | 'db' | 'log'>): Promise<App> {
  const app = await createServer({
    log,
    body_limit: config.BODY_LIMIT_BYTES,
    trusted_proxies: config.TRUSTED_PROXIES,
    patience: { connections: config.CONNECTIONS_PER_ADDRESS },
    data_dir: dataDir(config),
  });
  await limitRate(app, config.RATE_LIMIT, keysAlone(db));
  healthRoutes(app, db, dataDir(config));
  metricsRoutes(app, { db, allow: allowMetrics(db, config.METRICS_TOKEN), backlogs });
  answerUnknownRoutes(app, app.rateLimit());
  return app;
}

/** A folder that this process writes to, if any. */
function dataDir({ DATABASE_URL, FILES_URL, DATA_DIR }: Config): string | undefined {
  return DATABASE_URL && FILES_URL ? undefined : DATA_DIR;
}

/** The whole HTTP side, not yet listening: first the hooks that guard every request, then each room's routes. */
export async function createApp({
  config,
  db,
  jobs,
  log,
  clock,
  theme,
  pages,
  icons,
  store,
  safe_fetch,
  webhook_client,
  secret,
  vault,
  dashboard_trouble = '',
  installation_id,
}: AppContext): Promise<App> {
  const base_url = config.BASE_URL;
  const app = await createServer({
    log,
    body_limit: config.BODY_LIMIT_BYTES,
    trusted_proxies: config.TRUSTED_PROXIES,
    patience: { connections: config.CONNECTIONS_PER_ADDRESS },
    data_dir: dataDir(config),
    answer_failure: failuresInPages(pages, path => findSite(db, base_url, path)),
  });
  timeRequests(app);
  const sessions: SessionContext = {
    db,
    clock,
    base_url,
    installation_id,
    is_exposed: isExposed(config),
  };
  await limitRate(app, config.RATE_LIMIT, keysAndSessions(sessions));
  await describeRoutes(app, {
    title: 'Postrider',
    version: '1',
    sections: [
      'Emails',
      'Automations',
      'Subscribers',
      'Tags',
      'Segments',
      'Bulk actions',
      'Snippets',
      'Events',
      'Webhooks',
      'Feedback',
      'Newsletters',
      'People',
      'API keys',
      'Audit log',
      'Service',
    ],
    description:
      'Newsletters: subscribers, tags, emails that are really sent, and feeds that become emails. Every error has the body {code, detail}.',
  });
  authenticateRequests(app, db, openSessions(sessions));
  auditRequests(app);
  answerOnce(app, db);
  refuseUnknownParameters(app, buttondownFilters);

  healthRoutes(app, db, dataDir(config));
  accountRoutes(app, { base_url, vault, stopEmails });
  keyRoutes(app, { base_url, tagIdsOf });
  const people = { ...sessions, jobs, secret, vault, limits: openSignInLimits(clock) };
  sessionRoutes(app, people);
  meRoutes(app, people);
  passkeyRoutes(app, people);
  peopleRoutes(app, people);
  setupRoutes(app, {
    makeExample: (db, newsletter, by) => makeExample(db, { jobs, theme, clock }, newsletter, by),
  });
  auditRoutes(app, { db, base_url });
  domainRoutes(app, {
    dns: openDns(),
    clock,
    vault,
    relay_hosts: relayHosts(config.SMTP_URL),
    bounce_domain: config.BOUNCE_DOMAIN,
    base_url,
  });
  tagRoutes(app, { base_url });
  segmentRoutes(app, { base_url });
  subscriberRoutes(app, { base_url, secret, jobs, clock });
  emailRoutes(app, { base_url, jobs, theme, clock, analyticsOf });
  approvalRoutes(app, { base_url, analyticsOf });
  fileRoutes(app, {
    db,
    store,
    log,
    base_url,
    upload_limit: config.UPLOAD_LIMIT_BYTES,
    quota: config.UPLOAD_QUOTA_BYTES,
  });
  snippetRoutes(app, { base_url });
  deliveryRoutes(app, { base_url, retry_hours: config.RETRY_HOURS });
  sendingRoutes(app, { jobs, theme, clock, base_url });
  explainRoutes(app, { retry_hours: config.RETRY_HOURS });
  controlRoutes(app, { clock });
  copyRoutes(app, {
    theme,
    store,
    base_url,
    secret,
    bounce_domain: config.BOUNCE_DOMAIN,
    provider_fields: providerFields(config),
  });
  automationRoutes(app, {
    base_url,
    jobs,
    theme,
    clock,
    log,
    safe_fetch,
    secret,
    db,
    ...pollSettings(config),
  });
  bulkActionRoutes(app, { base_url, jobs, theme, clock, secret });
  trackingRoutes(app, { db, secret, pages, base_url });
  const intake = openIntake({ db, log });
  app.addHook('onClose', () => intake.stop());
  hitRoutes(app, { db, secret, pages, clock, intake });
  optInRoutes(app, { db, jobs, secret, pages, base_url, clock });
  const attempts = openAttempts(config.SIGN_UPS_PER_HOUR, clock);
  const readers = { db, jobs, secret, pages, base_url, clock, attempts };
  readerRoutes(app, readers);
  signUpRoutes(app, { ...readers, vault, safe_fetch, address_attempts: openAttempts(5, clock) });
  const feedback = { db, secret, clock, log, rule: softBounceRule(config) };
  feedbackRoutes(app, { base_url, ...feedback });
  providerRoutes(app, { ...feedback, config, sns: openSns(safe_fetch) });
  iconRoutes(app, icons);
  singlePageRoutes(app, {
    path: '/dashboard',
    folder: dashboardFolder,
    root: new URL(base_url).pathname.replace(/\/$/, ''),
    trouble: dashboard_trouble,
  });
  archiveRoutes(app, { db, theme, pages, base_url, secret, clock, has_inbox: !config.SMTP_URL });
  eventRoutes(app, { base_url, things: openThings({ base_url, secret, clock }) });
  webhookRoutes(app, { base_url, client: webhook_client, clock, vault });
  metricsRoutes(app, { db, allow: allowMetrics(db, config.METRICS_TOKEN), backlogs });
  if (!config.SMTP_URL) inboxRoutes(app, { db, door: doorOf(sessions, secret) });
  answerUnknownRoutes(app, app.rateLimit());
  return app;
}

/** A key counts as one whatever scheme it comes with. */
function keysAlone(db: Database): Credentials {
  return {
    read: ({ headers: { authorization } }) =>
      authorization ? `Token ${authorization.replace(/^\s*\S+\s+/, '')}` : undefined,
    isGood: credential => isGoodKey(db, credential),
  };
}

function keysAndSessions(sessions: SessionContext): Credentials {
  const keys = keysAlone(sessions.db);
  const scheme = 'Session ';
  return {
    read(request) {
      const token = request.headers.authorization ? undefined : readCookie(request, sessions);
      return token === undefined ? keys.read(request) : scheme + token;
    },
    isGood: credential =>
      credential.startsWith(scheme)
        ? isGoodToken(sessions, credential.slice(scheme.length))
        : keys.isGood(credential),
  };
}

/** Accepts METRICS_TOKEN, or a key with access to the installation. */
function allowMetrics(db: Database, token: string | undefined) {
  return async ({ headers: { authorization } }: FastifyRequest): Promise<void> => {
    const given = /^Bearer\s+(\S+)$/i.exec(authorization?.trim() ?? '')?.[1];
    if (token !== undefined && given !== undefined && isSameSecret(given, token)) return;
    const { permissions } = await findCaller(db, authorization);
    demand(permissions, 'installation', 'read');
  };
}

/**
 * A key sees the mail of its newsletter in the inbox, a person that of theirs; with access to the installation either sees
 * all mail.
 */
function doorOf(context: SessionContext, secret: Secret): Door {
  const { db, base_url } = context;
  const sessions = openSessions(context);
  const sightOf = (callers: Caller[]) =>
    callers.some(({ permissions }) => reaches(permissions, 'installation', 'read'))
      ? { owners: undefined }
      : { owners: callers.map(({ newsletter }) => newsletter.id) };
  return {
    token: inboxToken(secret),
    secure: base_url.startsWith('https:'),
    async readKey({ headers }) {
      const caller = await findCaller(db, headers.authorization);
      demand(caller.permissions, 'emails', 'read');
      demand(caller.permissions, 'subscribers', 'read');
      return sightOf([caller]);
    },
    async readPerson(request, reply) {
      const signed_in = await sessions.find(request, reply).catch(error => {
        if (error instanceof DomainError && error.code === 'authentication_invalid') return undefined;
        throw error;
      });
      if (!signed_in) return undefined;
      const { person_key, installation } = signed_in;
      const places = await listPlaces(db, { key: person_key, installation });
      const callers = await Promise.all(places.map(({ id }) => sessions.enter(signed_in, id, {})));
      const may = ({ permissions }: Caller) =>
        reaches(permissions, 'emails', 'read') && reaches(permissions, 'subscribers', 'read');
      return callers.some(may) ? sightOf(callers.filter(may)) : undefined;
    },
  };
}
