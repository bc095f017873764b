import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Kind } from '../../engines/bounces/patterns/pattern.ts';
import { servicesOf } from '../../links/provider-headers.ts';
import { type Config, feedbackSettings, type MailService } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import type { App } from '../../platform/http/server.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { findReporting } from '../relays/queries.ts';
import { openReportSecret } from '../relays/reports.ts';
import { diagnoseRefusal, type ProviderReport } from './providers/provider-report.ts';
import { readers } from './providers/readers.ts';
import { readSes } from './providers/ses.ts';
import { isAmazons, readSns, type Sns } from './providers/sns.ts';
import { countRefusal, findSender } from './queries.ts';
import { type ReportContext, takeReport } from './take-report.ts';
import { isConfirmed, noteQuestion } from './topics.ts';

type WebhookRoutes = ReportContext & {
  secret: Secret;
  sns: Sns;
  vault: Vault;
  config: Pick<Config, (typeof feedbackSettings)[MailService]>;
};

const largestBody = 4 * 1024 * 1024;
const requestsAMinute = 50_000;
const graveKinds: Kind[] = ['hard', 'soft', 'policy', 'complaint'];

/** The mail that a report may be about: that of one relay, or else of the whole installation. */
type Place = { service: MailService; relay: { key: number; id: string } | null };

/**
 * Adds the routes to which mail services report the outcome of mail: POST /feedback/ses and so on, each available once its secret is set;
 * and /feedback/ses/{id of a relay} for the service of that relay, whose reports count only for copies that the relay took.
 */
export function providerRoutes(app: App, { secret, sns, vault, config, ...context }: WebhookRoutes): void {
  app.register(async scope => {
    // Signatures cover bytes, and SNS sends its JSON as text/plain.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody }, (_, body, done) =>
      done(null, body),
    );
    const options = { config: { rateLimit: { max: requestsAMinute } }, schema: { hide: true } };

    for (const service of servicesOf(config))
      scope.post(`/feedback/${service}`, options, async request => {
        await take(request, { service, relay: null }, config[feedbackSettings[service]]!);
        return {};
      });

    scope.post<{ Params: { service: string; relay_id: string } }>(
      '/feedback/:service/:relay_id',
      options,
      async request => {
        const { service, relay_id } = request.params;
        const relay = found(await findReporting(context.db, relay_id, service), 'relay');
        const place = { service: relay.report_service as MailService, relay };
        await take(request, place, openReportSecret(vault, relay));
        return {};
      },
    );
  });

  /** Throws `authentication_invalid` for a request that `proof`, a secret or a topic, does not prove. */
  async function take(
    { headers, body: bytes }: FastifyRequest,
    place: Place,
    proof: string | undefined,
  ): Promise<void> {
    const { service, relay } = place;
    const body = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
    const reports =
      service === 'ses'
        ? await takeSns(body, relay?.key ?? null, proof)
        : proof === undefined
          ? null
          : readers[service]({ headers, body }, proof, context.clock());
    if (reports === null) {
      await countRefusal(context.db, 'forged_signature', context.clock());
      const settings = relay ? 'delivery.relay_signature_wrong' : 'delivery.signature_wrong';
      throw domainError('authentication_invalid', settings, { source: service });
    }
    for (const told of reports) {
      const { about, event } = told;
      const report = await readWithSender(context.db, told);
      // Reports about mail that others send through the same account are not stored.
      if (!about && !graveKinds.includes(report.kind)) continue;
      // A service that knows another's events must not be able to use up their reports, so the identity names the service.
      const identity = relay ? [service, event, relay.id] : [service, event];
      const report_hash = createHash('sha256').update(JSON.stringify(identity)).digest();
      const origin = { source: service, about, report_hash, ...(relay && { relay_key: relay.key }) };
      await takeReport(context, origin, report);
    }
  }

  /** Takes the reports of Amazon, and its requests to confirm a topic, which a person answers. */
  async function takeSns(
    body: Buffer,
    relay_key: number | null,
    topic_arn: string | undefined,
  ): Promise<ProviderReport[] | null> {
    const { db } = context;
    const message = await readSns(
      parseJson(body),
      async ({ Type, TopicArn }) =>
        relay_key === null
          ? TopicArn === topic_arn
          : Type !== 'Notification' || (await isConfirmed(db, { relay_key, topic_arn: TopicArn })),
      sns,
    );
    if (!message) return null;
    const { Type, SubscribeURL, TopicArn, MessageId } = message;
    if (Type === 'SubscriptionConfirmation' && SubscribeURL && isAmazons(SubscribeURL))
      await noteQuestion(db, { relay_key, topic_arn: TopicArn, subscribe_url: SubscribeURL });
    return Type === 'Notification' ? readSes(secret, parseJson(message.Message), MessageId) : [];
  }
}

/**
 * Returns the report. If it says that the mailbox does not exist, it is read again with our address, because the server may have meant that
 * address.
 */
async function readWithSender(
  db: Database,
  { report, refusal, about }: ProviderReport,
): Promise<ProviderReport['report']> {
  if (report.kind !== 'hard' || !refusal || !about) return report;
  const sender = await findSender(db, about.delivery);
  if (sender === undefined) return report;
  const { refusal: _, ...diagnosis } = diagnoseRefusal(refusal, [sender]);
  return { ...report, ...diagnosis };
}
