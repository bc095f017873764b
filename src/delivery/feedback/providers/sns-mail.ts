import { createHash } from 'node:crypto';
import { z } from 'zod';
import { firstHeader } from '../../../engines/bounces/headers.ts';
import type { Mail } from '../../../engines/bounces/mail.ts';
import { readText } from '../../../engines/bounces/mime.ts';
import { parseJson } from '../../../platform/parse-json.ts';
import type { Secret } from '../../../platform/secrets/signed-tokens.ts';
import { proveOwnMessageId } from '../../ledger/message-ids.ts';
import type { ProviderReport } from './provider-report.ts';
import { readSes } from './ses.ts';

const envelope = z.object({ Type: z.literal('Notification'), Message: z.string() });
const notification = z.union([
  z.object({ notificationType: z.string() }),
  z.object({ eventType: z.string() }),
]);

/**
 * Returns the reports in a mail in which Amazon SNS passes on an SES notification: with the protocol `email`, the notification and a
 * footer; with `email-json`, inside an SNS message. Null if it is not such a mail. Anybody can write one, so it counts only for the
 * delivery whose return path or Message-ID it contains, with their proof.
 */
export function readSnsMail(secret: Secret, { headers, leaves }: Mail): ProviderReport[] | null {
  const part = leaves.find(({ type }) => type === 'text/plain' || type === 'application/json');
  const text = part ? readText(part).trim() : '';
  if (!text.startsWith('{')) return null;
  const whole = parseJson(text.slice(0, text.lastIndexOf('}') + 1));
  const carried = envelope.safeParse(whole);
  const body = carried.success ? parseJson(carried.data.Message) : whole;
  if (!notification.safeParse(body).success) return null;
  const event = firstHeader(headers, 'message-id') || createHash('sha256').update(text).digest('hex');
  const read = (message_id: string) => proveOwnMessageId(secret, message_id);
  return readSes(secret, body, event, read).map(({ about, ...report }) => ({
    ...report,
    about: about?.clue === 'provider' ? { ...about, clue: 'message_id' } : about,
  }));
}
