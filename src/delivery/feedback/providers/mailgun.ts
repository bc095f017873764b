import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { isSameSecret } from '../../../platform/secrets/same-secret.ts';
import { judgeRefusal, type ProviderReport, plainVerdict, reportOn } from './provider-report.ts';

const text = z.string().catch('');
const signature = z.object({
  timestamp: z.coerce.string(),
  token: z.string().min(1).max(200),
  signature: z.string(),
});
const mailgunEvent = z.object({
  event: text,
  severity: text,
  reason: text,
  recipient: text,
  message: z.object({ headers: z.object({ 'message-id': text }).catch({ 'message-id': '' }) }).optional(),
  'delivery-status': z
    .object({ code: z.coerce.string().catch(''), message: text, description: text, 'enhanced-code': text })
    .optional(),
});
const mailgunBody = z.object({ signature, 'event-data': mailgunEvent });

/** Mailgun tries again for eight hours. */
const longestMilliseconds = 12 * 3_600_000;

/** Whether Mailgun has signed this, and not long ago. The signature covers no more than a token, which is good once. */
export function isFromMailgun(body: unknown, key: string, now: Date): boolean {
  const parsed = mailgunBody.pick({ signature: true }).safeParse(body);
  if (!parsed.success) return false;
  const { timestamp, token, signature: given } = parsed.data.signature;
  const expected = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex');
  const age = Math.abs(now.getTime() - Number(timestamp) * 1000);
  return isSameSecret(given, expected) && age <= longestMilliseconds;
}

/** What a webhook of Mailgun says. */
export function readMailgun(body: unknown): ProviderReport[] {
  const parsed = mailgunBody.safeParse(body);
  if (!parsed.success) return [];
  const { 'event-data': data, signature } = parsed.data;
  const recipient = data.recipient || null;
  const pattern = `mailgun-${data.event}-${data.reason}`.slice(0, 60);
  const report = (verdict: ReturnType<typeof judgeRefusal>) => [
    reportOn(verdict, signature.token, [data.message?.headers['message-id']]),
  ];
  const status = data['delivery-status'];
  const words = status?.message || status?.description || '';
  switch (data.event) {
    case 'complained':
      return report(plainVerdict('complaint', recipient, pattern, 'abuse'));
    case 'delivered':
    case 'opened':
    case 'clicked':
      return report(plainVerdict('delivered', recipient, pattern));
    case 'rejected':
      return report(plainVerdict('policy', recipient, pattern, words || data.reason));
    case 'failed':
      break;
    default:
      return [];
  }
  if (data.severity !== 'permanent') return report(plainVerdict('delayed', recipient, pattern, words));
  if (data.reason === 'suppress-bounce') return report(plainVerdict('hard', recipient, pattern, words));
  if (data.reason.startsWith('suppress-')) return report(plainVerdict('policy', recipient, pattern, words));
  const diagnostic =
    /^[245]\d\d$/.test(status?.code ?? '') && !/^[245]\d\d\b/.test(words)
      ? `${status?.code} ${words}`
      : words;
  const enhanced = /^[245]\.\d{1,3}\.\d{1,3}$/.exec(status?.['enhanced-code'] ?? '')?.[0] ?? null;
  // "old": given up after many tries.
  const otherwise = data.reason === 'old' ? 'soft' : 'hard';
  return report(
    judgeRefusal({
      recipient,
      status: enhanced,
      words: diagnostic,
      is_final: data.reason !== 'old',
      otherwise,
    }),
  );
}
