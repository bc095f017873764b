import type { IncomingHttpHeaders } from 'node:http';
import type { MailService } from '../../../platform/config/config.ts';
import { parseJson } from '../../../platform/parse-json.ts';
import { isSameSecret } from '../../../platform/secrets/same-secret.ts';
import { readBrevo } from './brevo.ts';
import { isFromMailgun, readMailgun } from './mailgun.ts';
import { readMailjet } from './mailjet.ts';
import { readPostmark } from './postmark.ts';
import type { ProviderReport } from './provider-report.ts';
import { isFromResend, readResend } from './resend.ts';
import { isFromSendgrid, readSendgrid } from './sendgrid.ts';
import { readSparkpost } from './sparkpost.ts';

/** A request of a mail service. */
export type Request = { headers: IncomingHttpHeaders; body: Buffer };
/** Returns the reports in the request; null if this secret does not prove that the service sent it. */
type Read = (request: Request, secret: string, now: Date) => ProviderReport[] | null;

/** The readers of the requests of each service, except for Amazon, which has no secret of ours. */
export const readers: Record<Exclude<MailService, 'ses'>, Read> = {
  postmark: byPassword(readPostmark),
  brevo: byPassword(readBrevo),
  mailjet: byPassword(readMailjet),
  sparkpost: byPassword(readSparkpost),
  mailgun({ body }, key, now) {
    const event = parseJson(body);
    return isFromMailgun(event, key, now) ? readMailgun(event) : null;
  },
  sendgrid({ headers, body }, key, now) {
    const signature = String(headers['x-twilio-email-event-webhook-signature'] ?? '');
    const timestamp = String(headers['x-twilio-email-event-webhook-timestamp'] ?? '');
    const isTheirs = isFromSendgrid(body, { signature, timestamp }, key, now);
    return isTheirs ? readSendgrid(parseJson(body)) : null;
  },
  resend({ headers, body }, secret, now) {
    const id = String(headers['svix-id'] ?? '');
    const timestamp = String(headers['svix-timestamp'] ?? '');
    const signatures = String(headers['svix-signature'] ?? '');
    return isFromResend(body, { id, timestamp, signatures }, secret, now)
      ? readResend(parseJson(body), id)
      : null;
  },
};

/** Makes the reader for a service that does not sign, and sends the password that its webhook address contains. */
function byPassword(read: (body: unknown) => ProviderReport[]): Read {
  return ({ headers, body }, secret) =>
    isSameSecret(passwordOf(headers), secret) ? read(parseJson(body)) : null;
}

function passwordOf({ authorization = '' }: IncomingHttpHeaders): string {
  const [, credentials = ''] = /^Basic (.+)$/i.exec(authorization) ?? [];
  return Buffer.from(credentials, 'base64')
    .toString()
    .replace(/^[^:]*:/, '');
}
