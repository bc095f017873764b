import { authenticateRequests } from '../accounts/authenticate.ts';
import { answerOnce } from '../accounts/idempotency.ts';
import { keyRoutes } from '../accounts/key-routes.ts';
import type { CheckTexts, StopEmails } from '../accounts/newsletters.ts';
import { identityRoutes } from '../accounts/people/identity-routes.ts';
import { pageLanguage } from '../accounts/people/language.ts';
import { openSignInLimits } from '../accounts/people/limits.ts';
import { endMade, holdRights } from '../accounts/people/makers.ts';
import { meRoutes } from '../accounts/people/me-routes.ts';
import { passkeyRoutes } from '../accounts/people/passkey-routes.ts';
import { peopleRoutes } from '../accounts/people/people-routes.ts';
import { sessionRoutes } from '../accounts/people/session-routes.ts';
import { openSessions } from '../accounts/people/sessions.ts';
import { setupRoutes } from '../accounts/people/setup-routes.ts';
import { userRoutes } from '../accounts/people/user-routes.ts';
import { readFromReplicas } from '../accounts/read-from-replicas.ts';
import { accountRoutes } from '../accounts/routes.ts';
import { signOnRoutes } from '../accounts/sign-on/routes.ts';
import { agentRoutes } from '../agents/routes.ts';
import { commentPages } from '../archive/comment-routes.ts';
import { findFormer } from '../archive/former.ts';
import { findSite } from '../archive/front.ts';
import { newsletterPreviewRoutes } from '../archive/newsletter-preview-routes.ts';
import { publicRoutes } from '../archive/public-routes.ts';
import { archiveRoutes } from '../archive/routes.ts';
import { themeRoutes } from '../archive/theme-routes.ts';
import { wordsRoutes } from '../archive/words-routes.ts';
import { answerPages } from '../audience/answers/page-routes.ts';
import { answerRoutes } from '../audience/answers/routes.ts';
import { muteRoutes } from '../audience/comments/mute-routes.ts';
import { commentRoutes } from '../audience/comments/routes.ts';
import { formPages } from '../audience/forms/page-routes.ts';
import { formRoutes } from '../audience/forms/routes.ts';
import { grantRoutes } from '../audience/grants/routes.ts';
import { noteRoutes } from '../audience/notes/routes.ts';
import { optInRoutes } from '../audience/opt-in/routes.ts';
import { privateFeedRoutes } from '../audience/private-feeds/routes.ts';
import { personalDataRoutes } from '../audience/readers/data-routes.ts';
import { demandServiceMails } from '../audience/readers/letters.ts';
import { readerRoutes } from '../audience/readers/routes.ts';
import { startSession } from '../audience/readers/sessions.ts';
import { trackingRoutes } from '../audience/readers/unsubscribe-routes.ts';
import { referralRoutes } from '../audience/referrals/routes.ts';
import { demandInbox } from '../audience/replies/address.ts';
import { replyRoutes } from '../audience/replies/routes.ts';
import { segmentRoutes } from '../audience/segments/routes.ts';
import { signUpFormRoutes } from '../audience/sign-ups/form-routes.ts';
import { openTally } from '../audience/sign-ups/refusals.ts';
import { signUpRoutes } from '../audience/sign-ups/routes.ts';
import { subscriberRoutes } from '../audience/subscribers/routes.ts';
import { tagIdsOf } from '../audience/tags/resolve.ts';
import { tagRoutes } from '../audience/tags/routes.ts';
import { automationRoutes } from '../automations/routes.ts';
import { calendarRoutes } from '../automations/schedule/calendar-routes.ts';
import { backupRoutes } from '../backups/routes.ts';
import { findBackupTrouble } from '../backups/trouble.ts';
import { bulkActionRoutes } from '../bulk-actions/routes.ts';
import { domainReportRoutes } from '../delivery/domain-reports/routes.ts';
import { openSns } from '../delivery/feedback/providers/sns.ts';
import { listReportsOf } from '../delivery/feedback/queries.ts';
import { feedbackRoutes } from '../delivery/feedback/routes.ts';
import { topicRoutes } from '../delivery/feedback/topic-routes.ts';
import { providerRoutes } from '../delivery/feedback/webhook-routes.ts';
import { analyticsOf } from '../delivery/ledger/analytics.ts';
import { analyticsRoutes } from '../delivery/ledger/analytics-routes.ts';
import { sendingBacklog } from '../delivery/ledger/backlog.ts';
import { forgetReplies } from '../delivery/ledger/forget.ts';
import { deliveryRoutes } from '../delivery/ledger/routes.ts';
import { postmasterRoutes } from '../delivery/postmaster/routes.ts';
import { relayRoutes } from '../delivery/relays/routes.ts';
import { abTestRoutes } from '../delivery/sending/ab-test-routes.ts';
import { controlRoutes } from '../delivery/sending/control-routes.ts';
import { copyRoutes } from '../delivery/sending/copy-routes.ts';
import { explainRoutes } from '../delivery/sending/explain-routes.ts';
import { sendingRoutes } from '../delivery/sending/routes.ts';
import { secondTryRoutes } from '../delivery/sending/second-try-routes.ts';
import { wavesRoutes } from '../delivery/sending/waves-routes.ts';
import { suppressionRoutes } from '../delivery/suppressions/routes.ts';
import { hitRoutes } from '../delivery/tracking/hit-routes.ts';
import { openIntake } from '../delivery/tracking/intake.ts';
import { warmUpRoutes } from '../delivery/warm-ups/routes.ts';
import { domainRoutes } from '../domains/routes.ts';
import { approvalRoutes } from '../emails/approval-routes.ts';
import { makeExample } from '../emails/example.ts';
import { fileRoutes } from '../emails/files/routes.ts';
import { historyRoutes } from '../emails/history-routes.ts';
import { reviewRoutes } from '../emails/review-routes.ts';
import { revisionRoutes } from '../emails/revision-routes.ts';
import { emailRoutes } from '../emails/routes.ts';
import { snippetRoutes } from '../emails/snippets/routes.ts';
import { stopEmails } from '../emails/stop.ts';
import { surveyRoutes } from '../emails/surveys/routes.ts';
import { templateRoutes } from '../emails/templates/routes.ts';
import { variableRoutes } from '../emails/variable-routes.ts';
import { demandLook } from '../engines/rendering/look.ts';
import { holdRoutes } from '../holds/routes.ts';
import { auditRequests } from '../journal/audit/audit-requests.ts';
import { auditRoutes } from '../journal/audit/routes.ts';
import { eventRoutes } from '../journal/history/routes.ts';
import { timelineRoutes } from '../journal/history/timeline-routes.ts';
import { csvRoutes } from '../moving/exports/csv-routes.ts';
import { exportRoutes } from '../moving/exports/routes.ts';
import { duplicateRoutes } from '../moving/imports/duplicate-routes.ts';
import { importProgressRoutes } from '../moving/imports/progress-routes.ts';
import { importRoutes } from '../moving/imports/routes.ts';
import { uploadRoutes } from '../moving/imports/upload-routes.ts';
import { reputationRoutes } from '../overview/reputation-routes.ts';
import { overviewRoutes } from '../overview/routes.ts';
import { buyRoutes } from '../payments/buy-routes.ts';
import { refuseWhilePaid } from '../payments/connect.ts';
import { paymentExpansions } from '../payments/expand.ts';
import { giftRoutes } from '../payments/gift-routes.ts';
import { noticeRoutes } from '../payments/notice-routes.ts';
import { numberRoutes } from '../payments/number-routes.ts';
import { paymentsOf } from '../payments/own-data.ts';
import { planOf } from '../payments/plan.ts';
import { practiceRoutes } from '../payments/practice-routes.ts';
import { paymentRoutes } from '../payments/routes.ts';
import type { Config } from '../platform/config/config.ts';
import { openAttempts } from '../platform/http/attempts.ts';
import { compressAnswers } from '../platform/http/compressed.ts';
import { failuresInPages } from '../platform/http/failure-pages.ts';
import { healthRoutes } from '../platform/http/health.ts';
import { iconRoutes } from '../platform/http/icons.ts';
import { describeRoutes } from '../platform/http/openapi.ts';
import { limitRate } from '../platform/http/rate-limit.ts';
import { type App, answerUnknownRoutes, createServer } from '../platform/http/server.ts';
import { singlePageRoutes } from '../platform/http/single-page.ts';
import { tellUnknownFields } from '../platform/http/unknown-fields.ts';
import { refuseUnknownParameters } from '../platform/http/unknown-parameters.ts';
import { inboxRoutes } from '../platform/inbox/routes.ts';
import { metricsRoutes, timeRequests } from '../platform/metrics/routes.ts';
import { referenceRoutes } from '../platform/reference/routes.ts';
import { sequenceRoutes } from '../sequences/routes.ts';
import { directRequests, openRewriting } from '../sites/hooks.ts';
import { proxyRoutes } from '../sites/proxy-routes.ts';
import { siteRoutes } from '../sites/routes.ts';
import { workBacklog } from '../system/queues.ts';
import { systemRoutes } from '../system/routes.ts';
import { usesRoutes } from '../uses/routes.ts';
import { webhooksBacklog } from '../webhooks/backlog.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import { apiDocument } from './api-document.ts';
import { buttondownFilters, buttondownViews } from './buttondown-filters.ts';
import { allowMetrics, keysAlone, keysAndSessions } from './credentials.ts';
import { dashboardFolder } from './dashboard.ts';
import type { Equipment } from './equipment.ts';
import { doorOf } from './inbox-door.ts';
import { senderContext, siteContext } from './senders.ts';
import { openThings } from './things.ts';

const backlogs = [sendingBacklog, webhooksBacklog, workBacklog];

/** Creates the HTTP side of a process that only does work, not yet listening: health checks and metrics. */
export async function createWorkerApp({
  config,
  db,
  log,
  replicas,
}: Pick<Equipment, 'config' | 'db' | 'log' | 'replicas'>): Promise<App> {
  const app = await createServer({ ...serverSettings(config), log });
  await limitRate(app, config.RATE_LIMIT, keysAlone(db));
  healthRoutes(app, db, dataDir(config));
  metricsRoutes(app, { db, replicas, allow: allowMetrics(db, config.METRICS_TOKEN), backlogs });
  answerUnknownRoutes(app, app.rateLimit());
  return app;
}

/**
 * Creates the whole HTTP side, not yet listening: first the hooks that guard every request, then each room's routes. `dashboard_trouble` is
 * the reason why the web interface could not be built at startup.
 */
export async function createApp(equipment: Equipment, dashboard_trouble = ''): Promise<App> {
  const { config, db, log, clock, base_url, pages, replicas } = equipment;
  const app = await createServer({
    ...serverSettings(config),
    log,
    rewrite: openRewriting(equipment),
    answer_failure: failuresInPages(pages, path => findSite(db, base_url, path)),
  });
  app.decorate('base_url', base_url);
  timeRequests(app);
  await limitRate(app, config.RATE_LIMIT, keysAndSessions(equipment));
  directRequests(app, equipment);
  describeRoutes(app, apiDocument);
  referenceRoutes(app);
  authenticateRequests(app, db, openSessions(equipment), clock);
  auditRequests(app);
  readFromReplicas(app, replicas);
  answerOnce(app, db);
  agentRoutes(app, equipment.sign_on);
  compressAnswers(app);
  tellUnknownFields(app);
  refuseUnknownParameters(app, { filters: buttondownFilters, ignored: buttondownViews });

  healthRoutes(app, db, dataDir(config));
  routesOfAccounts(app, equipment);
  routesOfEmails(app, equipment);
  routesOfInstallation(app, equipment);
  routesOfReaders(app, equipment);
  routesOfFeedback(app, equipment);
  iconRoutes(app, equipment.icons);
  singlePageRoutes(app, {
    path: '/dashboard',
    folder: dashboardFolder,
    root: new URL(base_url).pathname.replace(/\/$/, ''),
    trouble: dashboard_trouble,
    languageOf: request => pageLanguage(request, equipment),
  });
  archiveRoutes(app, equipment);
  publicRoutes(app, equipment);
  newsletterPreviewRoutes(app, equipment);
  wordsRoutes(app, equipment);
  themeRoutes(app, equipment);
  const things = openThings(equipment);
  eventRoutes(app, things);
  answerRoutes(app, things);
  commentRoutes(app, things, clock);
  replyRoutes(app, things);
  timelineRoutes(app);
  webhookRoutes(app, { ...equipment, client: equipment.webhook_client });
  paymentRoutes(app, equipment);
  numberRoutes(app, equipment);
  noticeRoutes(app, equipment);
  buyRoutes(app, equipment);
  giftRoutes(app, equipment);
  practiceRoutes(app, equipment);
  backupRoutes(app, { ...equipment, cron: config.BACKUP_URL ? config.BACKUP_CRON : undefined });
  metricsRoutes(app, { db, replicas, allow: allowMetrics(db, config.METRICS_TOKEN), backlogs });
  if (equipment.has_inbox) inboxRoutes(app, { db, door: doorOf(equipment) });
  answerUnknownRoutes(app, app.rateLimit(), request => findFormer(equipment, request));
  return app;
}

function routesOfAccounts(app: App, equipment: Equipment): void {
  const { config, db, clock } = equipment;
  const checkTexts: CheckTexts = (newsletter, changes) => {
    demandServiceMails(equipment, newsletter, changes);
    demandLook(equipment.theme, newsletter, changes);
    demandInbox(equipment, changes);
  };
  const stopAll: StopEmails = async (trx, newsletter_key) => {
    await refuseWhilePaid(trx, newsletter_key);
    await stopEmails(trx, newsletter_key);
  };
  accountRoutes(app, { ...equipment, stopEmails: stopAll, checkTexts, holdRights });
  keyRoutes(app, { ...equipment, tagIdsOf, endMade, holdRights });
  const people = { ...equipment, checkTexts, limits: openSignInLimits(db, clock) };
  sessionRoutes(app, people);
  meRoutes(app, people);
  passkeyRoutes(app, people);
  identityRoutes(app, people);
  signOnRoutes(app, people);
  peopleRoutes(app, people);
  userRoutes(app, people);
  setupRoutes(app, {
    makeExample: (db, newsletter, by) => makeExample(db, equipment, newsletter, by),
  });
  auditRoutes(app, equipment);
  domainReportRoutes(app, equipment);
  postmasterRoutes(app, equipment);
  domainRoutes(app, { ...equipment, ...senderContext(equipment) });
  siteRoutes(app, { ...equipment, ...siteContext(equipment) });
  proxyRoutes(app, { ...equipment, trusted_proxies: config.TRUSTED_PROXIES });
}

function routesOfEmails(app: App, equipment: Equipment): void {
  tagRoutes(app);
  segmentRoutes(app);
  subscriberRoutes(app, { ...equipment, expansions: paymentExpansions(equipment) });
  noteRoutes(app);
  referralRoutes(app);
  grantRoutes(app, equipment);
  privateFeedRoutes(app, equipment);
  emailRoutes(app, { ...equipment, analyticsOf });
  variableRoutes(app);
  revisionRoutes(app, { ...equipment, analyticsOf });
  historyRoutes(app);
  reviewRoutes(app, { ...equipment, analyticsOf });
  approvalRoutes(app, { ...equipment, analyticsOf });
  fileRoutes(app, equipment);
  snippetRoutes(app);
  surveyRoutes(app);
  templateRoutes(app);
  analyticsRoutes(app);
  deliveryRoutes(app, equipment);
  sendingRoutes(app, equipment);
  explainRoutes(app, equipment);
  controlRoutes(app, equipment);
  wavesRoutes(app, equipment);
  abTestRoutes(app, equipment);
  secondTryRoutes(app, { ...equipment, analyticsOf, hit_days: equipment.config.HIT_DAYS });
  copyRoutes(app, equipment);
  warmUpRoutes(app, equipment);
  automationRoutes(app, { ...equipment, client: equipment.webhook_client });
  sequenceRoutes(app, { ...equipment, client: equipment.webhook_client });
  calendarRoutes(app, equipment);
}

function routesOfInstallation(app: App, equipment: Equipment): void {
  const { config } = equipment;
  const cron = config.BACKUP_URL ? config.BACKUP_CRON : undefined;
  const is_embedded = config.DATABASE_URL === undefined;
  overviewRoutes(app, {
    ...equipment,
    backupTrouble: (db, now) => findBackupTrouble(db, { cron, is_embedded, now }),
  });
  reputationRoutes(app, equipment);
  usesRoutes(app, equipment);
  bulkActionRoutes(app, equipment);
  csvRoutes(app, equipment);
  exportRoutes(app, equipment);
  uploadRoutes(app, equipment);
  importRoutes(app, equipment);
  duplicateRoutes(app, equipment);
  importProgressRoutes(app, equipment);
  holdRoutes(app, equipment);
  systemRoutes(app, {
    ...equipment,
    machine: {
      data_dir: config.DATA_DIR,
      is_embedded,
      has_bucket: config.FILES_URL !== undefined,
    },
  });
}

function routesOfReaders(app: App, equipment: Equipment): void {
  const { config, clock } = equipment;
  trackingRoutes(app, { ...equipment, planOf });
  const intake = openIntake(equipment);
  app.addHook('onClose', () => intake.stop());
  hitRoutes(app, { ...equipment, intake });
  optInRoutes(app, { ...equipment, signIn: startSession.bind(undefined, equipment) });
  const ledger = { reportsOf: listReportsOf, forgetReplies, paymentsOf };
  const readers = { ...equipment, ledger, planOf, attempts: openAttempts(config.SIGN_UPS_PER_HOUR, clock) };
  personalDataRoutes(app, { ...equipment, ledger });
  readerRoutes(app, readers);
  answerPages(app, readers);
  muteRoutes(app, equipment);
  commentPages(app, { ...equipment, comment_attempts: openAttempts(20, clock) });
  const tally = openTally(equipment.db, clock);
  app.addHook('onClose', () => tally.stop());
  const guarded = { ...readers, tally, address_attempts: openAttempts(5, clock) };
  signUpRoutes(app, guarded);
  formPages(app, guarded);
  signUpFormRoutes(app, equipment);
  formRoutes(app, equipment);
}

function routesOfFeedback(app: App, equipment: Equipment): void {
  feedbackRoutes(app, equipment);
  suppressionRoutes(app, equipment);
  relayRoutes(app, { ...equipment, smtp_url: equipment.config.SMTP_URL });
  const sns = openSns(equipment.safe_fetch);
  providerRoutes(app, { ...equipment, sns });
  topicRoutes(app, { sns });
}

function serverSettings(config: Config) {
  return {
    body_limit: config.BODY_LIMIT_BYTES,
    trusted_proxies: config.TRUSTED_PROXIES,
    patience: { connections: config.CONNECTIONS_PER_ADDRESS },
    data_dir: dataDir(config),
  };
}

/** Returns the folder that this process writes to, if any. */
function dataDir({ DATABASE_URL, FILES_URL, DATA_DIR }: Config): string | undefined {
  return DATABASE_URL && FILES_URL ? undefined : DATA_DIR;
}
