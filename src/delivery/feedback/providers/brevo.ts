import { z } from 'zod';
import { diagnoseRefusal, type ProviderReport, plainDiagnosis, reportOn } from './provider-report.ts';

const text = z.string().catch('');
const brevoEvent = z.object({
  event: text,
  email: text,
  reason: text,
  'message-id': text,
  'X-Mailin-custom': text,
  ts_epoch: z.union([z.number(), z.string()]).optional().catch(undefined),
  ts_event: z.union([z.number(), z.string()]).optional().catch(undefined),
});

const refusals: Record<string, { is_final: boolean; otherwise: 'hard' | 'soft' }> = {
  hard_bounce: { is_final: true, otherwise: 'hard' },
  invalid_email: { is_final: true, otherwise: 'hard' },
  soft_bounce: { is_final: false, otherwise: 'soft' },
};
const others = {
  blocked: 'policy', // Brevo refuses to send to them, for one of several reasons
  error: 'policy',
  deferred: 'delayed',
  spam: 'complaint',
  complaint: 'complaint',
  delivered: 'delivered',
  opened: 'delivered',
  unique_opened: 'delivered',
  proxy_open: 'delivered',
  unique_proxy_open: 'delivered',
  click: 'delivered',
} as const;

/** Returns the report in a Brevo webhook for transactional mail, if it is about the outcome of a mail. */
export function readBrevo(body: unknown): ProviderReport[] {
  const parsed = brevoEvent.safeParse(body);
  if (!parsed.success) return [];
  const { event, email, reason, ...rest } = parsed.data;
  const recipient = email || null;
  const refusal = refusals[event];
  const kind = others[event as keyof typeof others];
  if (!refusal && !kind) return [];
  // The words are the server's, after the name of Brevo's error: "RecipientError: 550 5.5.0 …".
  const words = reason.replace(/^\s*\w*Error:\s*/, '').trim();
  const diagnosis = refusal
    ? diagnoseRefusal({ recipient, status: null, words, ...refusal })
    : plainDiagnosis(kind, recipient, `brevo-${event}`, kind === 'complaint' ? 'abuse' : words);
  const identity = [event, rest['message-id'], email, rest.ts_epoch ?? rest.ts_event].join(' ');
  return [reportOn(diagnosis, identity, [rest['X-Mailin-custom'], rest['message-id']])];
}
