import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Diagnosis } from '../../../engines/bounces/report.ts';
import { resendField } from '../../../links/provider-headers.ts';
import { minute_ms } from '../../../platform/durations.ts';
import { isSameSecret } from '../../../platform/secrets/same-secret.ts';
import { diagnoseRefusal, type ProviderReport, plainDiagnosis, reportOn } from './provider-report.ts';
import { meaningOfBounce } from './ses.ts';

const text = z.string().catch('');
const resendEvent = z.object({
  type: text,
  data: z.object({
    to: z.array(z.string()).catch([]),
    headers: z.array(z.object({ name: text, value: text })).catch([]),
    bounce: z
      .object({ message: text, type: text, subType: text, diagnosticCode: z.array(z.string()).catch([]) })
      .optional()
      .catch(undefined),
  }),
});
type ResendEvent = z.output<typeof resendEvent>;

/** The oldest request that is accepted, as Svix, which signs for Resend, allows. Each attempt is signed with its own time. */
const longestMilliseconds = 5 * minute_ms;

/** The headers that Resend signs. */
export type Signed = { id: string; timestamp: string; signatures: string };

/**
 * Whether Resend signed this body recently: HMAC-SHA-256 over `id.timestamp.body` (Standard Webhooks), by the key that follows
 * "whsec_". There are several signatures while the key rotates.
 */
export function isFromResend(
  body: Buffer,
  { id, timestamp, signatures }: Signed,
  secret: string,
  now: Date,
): boolean {
  const age = Math.abs(now.getTime() - Number(timestamp) * 1000);
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64');
  const isSigned = signatures.split(' ').some(one => isSameSecret(one, `v1,${expected}`));
  return isSigned && age <= longestMilliseconds;
}

/** Returns the report in a webhook of Resend; `id` is the id of the message, which stays the same when it is repeated. */
export function readResend(body: unknown, id: string): ProviderReport[] {
  const parsed = resendEvent.safeParse(body);
  if (!parsed.success) return [];
  const diagnosis = diagnoseEvent(parsed.data);
  if (!diagnosis) return [];
  const named = (name: string) =>
    parsed.data.data.headers.find(header => header.name.toLowerCase() === name.toLowerCase())?.value;
  return [reportOn(diagnosis, id, [named(resendField), named('Message-ID')])];
}

function diagnoseEvent({ type, data: { to, bounce } }: ResendEvent): Diagnosis | null {
  const recipient = to[0] || null;
  const pattern = `resend-${type}-${bounce?.subType || 'plain'}`.toLowerCase().slice(0, 60);
  switch (type) {
    case 'email.bounced':
      return diagnoseBounce(bounce, recipient, pattern);
    case 'email.suppressed':
    case 'email.failed':
      return plainDiagnosis('policy', recipient, pattern, bounce?.message);
    case 'email.delivery_delayed':
      return plainDiagnosis('delayed', recipient, pattern);
    case 'email.complained':
      return plainDiagnosis('complaint', recipient, pattern, 'abuse');
    case 'email.delivered':
    case 'email.opened':
    case 'email.clicked':
      return plainDiagnosis('delivered', recipient, pattern);
    default:
      return null;
  }
}

/** Diagnoses a bounce. The message is Resend's own explanation; only the diagnostic code has the server's words. */
function diagnoseBounce(
  bounce: ResendEvent['data']['bounce'],
  recipient: string | null,
  pattern: string,
): Diagnosis {
  const { message = '', type = '', subType = '', diagnosticCode: [code = ''] = [] } = bounce ?? {};
  if (subType === 'Suppressed') return plainDiagnosis('policy', recipient, pattern, message);
  const meaning = meaningOfBounce(type, subType, code);
  const diagnosis = diagnoseRefusal({ recipient, status: null, ...meaning });
  return meaning.words ? diagnosis : { ...diagnosis, reason: message || null };
}
