import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Kind } from '../../engines/bounces/patterns/pattern.ts';
import type { Config, feedbackSettings } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import type { App } from '../../platform/http/server.ts';
import { isSameSecret } from '../../platform/secrets/same-secret.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { Source } from './feedback.ts';
import { readBrevo } from './providers/brevo.ts';
import { isFromMailgun, readMailgun } from './providers/mailgun.ts';
import { readMailjet } from './providers/mailjet.ts';
import { readPostmark } from './providers/postmark.ts';
import { diagnoseRefusal, type ProviderReport } from './providers/provider-report.ts';
import { isFromResend, readResend } from './providers/resend.ts';
import { isFromSendgrid, readSendgrid } from './providers/sendgrid.ts';
import { readSes } from './providers/ses.ts';
import { isAmazons, readSns, type Sns } from './providers/sns.ts';
import { readSparkpost } from './providers/sparkpost.ts';
import { countRefusal, findSender } from './queries.ts';
import { type ReportContext, takeReport } from './take-report.ts';

type WebhookRoutes = ReportContext & {
  secret: Secret;
  sns: Sns;
  config: Pick<Config, (typeof feedbackSettings)[number]>;
};

/** The reports in the request; null if it is not authentic. */
type Reader = (request: FastifyRequest, body: Buffer) => Promise<ProviderReport[] | null>;

const largestBody = 4 * 1024 * 1024;
const requestsAMinute = 50_000;
const graveKinds: Kind[] = ['hard', 'soft', 'policy', 'complaint'];

/**
 * Where mail services report the outcome of mail: POST /feedback/ses and so on, each available once its secret is set.
 */
export function providerRoutes(app: App, { secret, sns, config, ...context }: WebhookRoutes): void {
  const { SES_TOPIC_ARN, MAILGUN_SIGNING_KEY, SENDGRID_PUBLIC_KEY, RESEND_SIGNING_SECRET } = config;

  app.register(async scope => {
    // Signatures cover bytes, and SNS sends its JSON as text/plain.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody }, (_, body, done) =>
      done(null, body),
    );

    if (SES_TOPIC_ARN) {
      open('ses', async (_request, body) => {
        const message = await readSns(parseJson(body), SES_TOPIC_ARN, sns);
        if (!message) return null;
        const { Type, SubscribeURL, MessageId } = message;
        if (Type === 'SubscriptionConfirmation' && SubscribeURL && isAmazons(SubscribeURL))
          await sns.confirm(SubscribeURL);
        return Type === 'Notification'
          ? readSes(secret, parseJson(Buffer.from(message.Message)), MessageId)
          : [];
      });
    }
    openByPassword('postmark', config.POSTMARK_WEBHOOK_SECRET, readPostmark);
    openByPassword('brevo', config.BREVO_WEBHOOK_SECRET, readBrevo);
    openByPassword('mailjet', config.MAILJET_WEBHOOK_SECRET, readMailjet);
    openByPassword('sparkpost', config.SPARKPOST_WEBHOOK_SECRET, readSparkpost);
    if (MAILGUN_SIGNING_KEY) {
      open('mailgun', async (_request, body) => {
        const event = parseJson(body);
        return isFromMailgun(event, MAILGUN_SIGNING_KEY, context.clock()) ? readMailgun(event) : null;
      });
    }
    if (SENDGRID_PUBLIC_KEY) {
      open('sendgrid', async ({ headers }, body) => {
        const signature = String(headers['x-twilio-email-event-webhook-signature'] ?? '');
        const timestamp = String(headers['x-twilio-email-event-webhook-timestamp'] ?? '');
        const isTheirs = isFromSendgrid(body, { signature, timestamp }, SENDGRID_PUBLIC_KEY, context.clock());
        return isTheirs ? readSendgrid(parseJson(body)) : null;
      });
    }

    if (RESEND_SIGNING_SECRET) {
      open('resend', async ({ headers }, body) => {
        const id = String(headers['svix-id'] ?? '');
        const timestamp = String(headers['svix-timestamp'] ?? '');
        const signatures = String(headers['svix-signature'] ?? '');
        const signed = { id, timestamp, signatures };
        const isTheirs = isFromResend(body, signed, RESEND_SIGNING_SECRET, context.clock());
        return isTheirs ? readResend(parseJson(body), id) : null;
      });
    }

    /** For a service that does not sign, and sends the password that its webhook address contains. */
    function openByPassword(
      source: Source,
      secret: string | undefined,
      read: (body: unknown) => ProviderReport[],
    ): void {
      if (secret === undefined) return;
      open(source, async (request, body) =>
        isSameSecret(passwordOf(request), secret) ? read(parseJson(body)) : null,
      );
    }

    function open(source: Source, read: Reader): void {
      const config = { rateLimit: { max: requestsAMinute } };
      scope.post(`/feedback/${source}`, { config, schema: { hide: true } }, async request => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const reports = await read(request, body);
        if (reports === null) {
          await countRefusal(context.db, 'forged_signature', context.clock());
          throw new DomainError('authentication_invalid', sentence('delivery.signature_wrong', { source }));
        }
        for (const told of reports) {
          const { about, event } = told;
          const report = await readWithSender(context.db, told);
          // Reports about mail that others send through the same account are not stored.
          if (!about && !graveKinds.includes(report.kind)) continue;
          const report_hash = createHash('sha256')
            .update(JSON.stringify([source, event]))
            .digest();
          await takeReport(context, { source, about, report_hash }, report);
        }
        return {};
      });
    }
  });
}

/** The report; if it says that the mailbox does not exist, read again with our address, because a server may have said so of that. */
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

function passwordOf({ headers: { authorization = '' } }: FastifyRequest): string {
  const [, credentials = ''] = /^Basic (.+)$/i.exec(authorization) ?? [];
  return Buffer.from(credentials, 'base64')
    .toString()
    .replace(/^[^:]*:/, '');
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
