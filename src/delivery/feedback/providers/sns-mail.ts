import { createHash } from 'node:crypto';
import { z } from 'zod';
import { firstHeader } from '../../../engines/bounces/headers.ts';
import type { Mail } from '../../../engines/bounces/mail.ts';
import { readText } from '../../../engines/bounces/mime.ts';
import type { Secret } from '../../../platform/secrets/signed-tokens.ts';
import type { ProviderReport } from './provider-report.ts';
import { readSes } from './ses.ts';

const envelope = z.object({ Type: z.literal('Notification'), Message: z.string() });
const notification = z.union([
  z.object({ notificationType: z.string() }),
  z.object({ eventType: z.string() }),
]);

/**
 * What a mail from Amazon SNS says, that passes on a notification of SES: as the protocol `email` writes it, the notification
 * and a footer, or as `email-json` does, inside a message of SNS. Null when the mail is none. Anybody can write such a mail:
 * it counts for the delivery whose return path or Message-ID it knows, and for no other.
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
  return readSes(secret, body, event).map(({ about, ...report }) => ({
    ...report,
    about: about?.clue === 'provider' ? { ...about, clue: 'message_id' } : about,
  }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
