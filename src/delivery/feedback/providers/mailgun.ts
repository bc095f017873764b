import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { hour_ms } from '../../../platform/durations.ts';
import { isSameSecret } from '../../../platform/secrets/same-secret.ts';
import { diagnoseRefusal, type ProviderReport, plainDiagnosis, reportOn } from './provider-report.ts';

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
  envelope: z.object({ sender: text }).optional().catch(undefined),
  message: z.object({ headers: z.object({ 'message-id': text }).catch({ 'message-id': '' }) }).optional(),
  'delivery-status': z
    .object({ code: z.coerce.string().catch(''), message: text, description: text, 'enhanced-code': text })
    .optional(),
});
const mailgunBody = z.object({ signature, 'event-data': mailgunEvent });

/** The oldest request that is accepted. Mailgun retries for eight hours. */
const longestMilliseconds = 12 * hour_ms;

/** Whether Mailgun signed this recently. The signature covers only a token, which is valid once. */
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

/** Returns the reports in a Mailgun webhook. */
export function readMailgun(body: unknown): ProviderReport[] {
  const parsed = mailgunBody.safeParse(body);
  if (!parsed.success) return [];
  const { 'event-data': data, signature } = parsed.data;
  const recipient = data.recipient || null;
  const pattern = `mailgun-${data.event}-${data.reason}`.slice(0, 60);
  const report = (diagnosis: ReturnType<typeof diagnoseRefusal>) => [
    reportOn(diagnosis, signature.token, [data.message?.headers['message-id']]),
  ];
  const status = data['delivery-status'];
  const words = status?.message || status?.description || '';
  switch (data.event) {
    case 'complained':
      return report(plainDiagnosis('complaint', recipient, pattern, 'abuse'));
    case 'delivered':
    case 'opened':
    case 'clicked':
      return report(plainDiagnosis('delivered', recipient, pattern));
    case 'rejected':
      return report(plainDiagnosis('policy', recipient, pattern, words || data.reason));
    case 'failed':
      break;
    default:
      return [];
  }
  if (data.severity !== 'permanent') return report(plainDiagnosis('delayed', recipient, pattern, words));
  if (data.reason === 'suppress-bounce') return report(plainDiagnosis('hard', recipient, pattern, words));
  if (data.reason.startsWith('suppress-')) return report(plainDiagnosis('policy', recipient, pattern, words));
  const diagnostic =
    /^[245]\d\d$/.test(status?.code ?? '') && !/^[245]\d\d\b/.test(words)
      ? `${status?.code} ${words}`
      : words;
  const enhanced = /^[245]\.\d{1,3}\.\d{1,3}$/.exec(status?.['enhanced-code'] ?? '')?.[0] ?? null;
  // The reason "old" means given up after many attempts.
  const otherwise = data.reason === 'old' ? 'soft' : 'hard';
  return report(
    diagnoseRefusal({
      recipient,
      status: enhanced,
      words: diagnostic,
      is_final: data.reason !== 'old',
      otherwise,
      sender: data.envelope?.sender ?? '',
    }),
  );
}
