import { z } from 'zod';
import type { Verdict } from '../../../engines/bounces/report.ts';
import { findReturnPath } from '../../../links/return-path.ts';
import type { Secret } from '../../../platform/secrets/signed-tokens.ts';
import { judgeRefusal, type ProviderReport, plainVerdict, reportOn } from './provider-report.ts';

const text = z.string().catch('');
const recipients = z
  .array(z.object({ emailAddress: text, status: text, diagnosticCode: text }))
  .catch([])
  .transform(list => list.slice(0, 100));
const sesMessage = z.object({
  notificationType: text,
  eventType: text,
  mail: z.object({
    source: text,
    messageId: text,
    headers: z.array(z.object({ name: text, value: text })).catch([]),
    commonHeaders: z.object({ messageId: text }).optional().catch(undefined),
  }),
  bounce: z.object({ bounceType: text, bounceSubType: text, bouncedRecipients: recipients }).optional(),
  complaint: z.object({ complaintFeedbackType: text, complainedRecipients: recipients }).optional(),
  deliveryDelay: z.object({ delayType: text, delayedRecipients: recipients }).optional(),
});
type SesMessage = z.output<typeof sesMessage>;

/**
 * What a notification of Amazon SES says, or an event that it publishes; `event` is the id of the SNS message that brought
 * it. SES leaves our return path as the source of a mail, and that tells the delivery before any header does.
 */
export function readSes(secret: Secret, body: unknown, event: string): ProviderReport[] {
  const parsed = sesMessage.safeParse(body);
  if (!parsed.success) return [];
  const { mail } = parsed.data;
  const header = mail.headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value;
  const address = findReturnPath(secret, mail.source);
  const all = judgeMessage(parsed.data).map(verdict =>
    reportOn(verdict, `${event} ${verdict.recipient}`, [header, mail.commonHeaders?.messageId]),
  );
  if (!address) return all;
  return all.map(report => ({ ...report, about: { delivery: address, clue: 'return_path' } }));
}

function judgeMessage(message: SesMessage): Verdict[] {
  const { bounce, complaint, deliveryDelay } = message;
  const type = message.notificationType || message.eventType;
  const pattern = `ses-${type}`.toLowerCase().slice(0, 60);
  switch (type) {
    case 'Bounce':
      return bounce?.bouncedRecipients.map(recipient => judgeBounce(bounce, recipient)) ?? [];
    case 'Complaint': {
      const reason = complaint?.complaintFeedbackType || 'abuse';
      const kind = reason === 'not-spam' ? 'not_spam' : 'complaint';
      const readers = complaint?.complainedRecipients ?? [];
      return readers.map(({ emailAddress }) => plainVerdict(kind, emailAddress || null, pattern, reason));
    }
    case 'DeliveryDelay':
      return (deliveryDelay?.delayedRecipients ?? []).map(({ emailAddress, diagnosticCode }) =>
        plainVerdict('delayed', emailAddress || null, pattern, diagnosticCode),
      );
    case 'Delivery':
    case 'Open':
    case 'Click':
      return [plainVerdict('delivered', null, pattern)];
    default:
      return [];
  }
}

function judgeBounce(
  { bounceType, bounceSubType }: { bounceType: string; bounceSubType: string },
  { emailAddress, status, diagnosticCode }: z.output<typeof recipients>[number],
): Verdict {
  const isPolicy = /^(?:MessageTooLarge|ContentRejected|AttachmentRejected)$/.test(bounceSubType);
  return judgeRefusal({
    recipient: emailAddress || null,
    status: /^[245]\.\d{1,3}\.\d{1,3}$/.exec(status)?.[0] ?? null,
    words: diagnosticCode.replace(/^smtp;\s*/i, ''),
    is_final: bounceType === 'Permanent',
    otherwise: isPolicy ? 'policy' : bounceType === 'Permanent' ? 'hard' : 'soft',
  });
}
