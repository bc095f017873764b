import { z } from 'zod';
import type { Diagnosis } from '../../../engines/bounces/report.ts';
import { findReturnPath } from '../../../links/return-path.ts';
import type { Secret } from '../../../platform/secrets/signed-tokens.ts';
import {
  diagnoseRefusal,
  type ProviderReport,
  plainDiagnosis,
  type Refusal,
  reportOn,
} from './provider-report.ts';

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
 * Returns the reports in an Amazon SES notification or event; `event` is the id of the SNS message. SES reports our return path as the
 * source of a mail, which identifies the delivery better than any header. `read` reads Message-IDs, as in `reportOn`.
 */
export function readSes(
  secret: Secret,
  body: unknown,
  event: string,
  read?: Parameters<typeof reportOn>[3],
): ProviderReport[] {
  const parsed = sesMessage.safeParse(body);
  if (!parsed.success) return [];
  const { mail } = parsed.data;
  const header = mail.headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value;
  const address = findReturnPath(secret, mail.source);
  const all = diagnoseMessage(parsed.data).map(diagnosis =>
    reportOn(diagnosis, `${event} ${diagnosis.recipient}`, [header, mail.commonHeaders?.messageId], read),
  );
  if (!address) return all;
  return all.map(report => ({ ...report, about: { delivery: address, clue: 'return_path' } }));
}

function diagnoseMessage(message: SesMessage): Diagnosis[] {
  const { bounce, complaint, deliveryDelay } = message;
  const type = message.notificationType || message.eventType;
  const pattern = `ses-${type}`.toLowerCase().slice(0, 60);
  switch (type) {
    case 'Bounce':
      return (
        bounce?.bouncedRecipients.map(recipient => diagnoseBounce(bounce, recipient, message.mail.source)) ??
        []
      );
    case 'Complaint': {
      const reason = complaint?.complaintFeedbackType || 'abuse';
      const kind = reason === 'not-spam' ? 'not_spam' : 'complaint';
      const readers = complaint?.complainedRecipients ?? [];
      return readers.map(({ emailAddress }) => plainDiagnosis(kind, emailAddress || null, pattern, reason));
    }
    case 'DeliveryDelay':
      return (deliveryDelay?.delayedRecipients ?? []).map(({ emailAddress, diagnosticCode }) =>
        plainDiagnosis('delayed', emailAddress || null, pattern, diagnosticCode),
      );
    case 'Delivery':
    case 'Open':
    case 'Click':
      return [plainDiagnosis('delivered', null, pattern)];
    default:
      return [];
  }
}

function diagnoseBounce(
  { bounceType, bounceSubType }: { bounceType: string; bounceSubType: string },
  { emailAddress, status, diagnosticCode }: z.output<typeof recipients>[number],
  sender: string,
): Diagnosis {
  return diagnoseRefusal({
    recipient: emailAddress || null,
    status: /^[245]\.\d{1,3}\.\d{1,3}$/.exec(status)?.[0] ?? null,
    ...meaningOfBounce(bounceType, bounceSubType, diagnosticCode),
    sender,
  });
}

/**
 * Returns the meaning of Amazon's type and subtype of a bounce, with the server's words. Resend, which sends through Amazon, uses them too.
 */
export function meaningOfBounce(
  type: string,
  subtype: string,
  diagnostic_code: string,
): Pick<Refusal, 'words' | 'is_final' | 'otherwise'> {
  const isPolicy = /^(?:MessageTooLarge|ContentRejected|AttachmentRejected)$/.test(subtype);
  const is_final = type === 'Permanent';
  return {
    words: diagnostic_code.replace(/^smtp;\s*/i, ''),
    is_final,
    otherwise: isPolicy ? 'policy' : is_final ? 'hard' : 'soft',
  };
}
