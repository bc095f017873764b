import { z } from 'zod';
import { deliveryField } from '../../../links/provider-headers.ts';
import { diagnoseRefusal, type ProviderReport, plainDiagnosis, reportOn } from './provider-report.ts';

const text = z.string().catch('');
const postmarkEvent = z.object({
  RecordType: text,
  ID: z.union([z.number(), z.string()]).optional().catch(undefined),
  MessageID: text,
  Type: text,
  Email: text,
  Recipient: text,
  Details: text,
  Description: text,
  Metadata: z.record(z.string(), z.unknown()).catch({}),
});

const refusals: Record<string, { is_final: boolean; otherwise: 'hard' | 'soft' | 'policy' }> = {
  HardBounce: { is_final: true, otherwise: 'hard' },
  BadEmailAddress: { is_final: true, otherwise: 'hard' },
  SoftBounce: { is_final: false, otherwise: 'soft' },
  DnsError: { is_final: false, otherwise: 'soft' },
  SpamNotification: { is_final: false, otherwise: 'policy' },
  Blocked: { is_final: false, otherwise: 'policy' },
  DMARCPolicy: { is_final: false, otherwise: 'policy' },
  VirusNotification: { is_final: false, otherwise: 'policy' },
};
const others = {
  Transient: 'delayed',
  AutoResponder: 'auto_reply',
  AddressChange: 'auto_reply',
  ChallengeVerification: 'auto_reply',
  SpamComplaint: 'complaint',
} as const;

/** Returns the reports in a Postmark webhook: bounces, spam complaints, deliveries, opens and clicks. */
export function readPostmark(body: unknown): ProviderReport[] {
  const parsed = postmarkEvent.safeParse(body);
  if (!parsed.success) return [];
  const event = parsed.data;
  const recipient = event.Email || event.Recipient || null;
  const identity = `${event.RecordType} ${event.ID ?? event.MessageID} ${recipient}`;
  const name = event.Metadata[deliveryField];
  const report = (diagnosis: ReturnType<typeof diagnoseRefusal>) => [
    reportOn(diagnosis, identity, [typeof name === 'string' ? name : null]),
  ];
  const pattern = `postmark-${event.Type || event.RecordType}`.toLowerCase().slice(0, 60);
  if (event.RecordType === 'SpamComplaint')
    return report(plainDiagnosis('complaint', recipient, pattern, 'abuse'));
  if (['Delivery', 'Open', 'Click'].includes(event.RecordType))
    return report(plainDiagnosis('delivered', recipient, pattern));
  if (event.RecordType !== 'Bounce') return [];
  const refusal = refusals[event.Type];
  if (refusal) return report(diagnoseRefusal({ recipient, status: null, words: event.Details, ...refusal }));
  const kind = others[event.Type as keyof typeof others];
  return kind ? report(plainDiagnosis(kind, recipient, pattern, event.Description)) : [];
}
