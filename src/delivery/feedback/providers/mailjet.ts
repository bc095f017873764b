import { z } from 'zod';
import type { Diagnosis } from '../../../engines/bounces/report.ts';
import {
  diagnoseRefusal,
  mostEvents,
  type ProviderReport,
  plainDiagnosis,
  reportOn,
} from './provider-report.ts';

const text = z.string().catch('');
const number = z.union([z.number(), z.string()]).optional().catch(undefined);
const mailjetEvent = z.object({
  event: text,
  email: text,
  time: number,
  MessageID: number,
  Message_GUID: text,
  CustomID: text,
  hard_bounce: z.boolean().catch(false),
  error: text,
  error_related_to: text,
  comment: text,
  smtp_reply: text,
});
type MailjetEvent = z.output<typeof mailjetEvent>;

/** Returns the reports in a call of Mailjet's Event API: one event, or a list of grouped events. */
export function readMailjet(body: unknown): ProviderReport[] {
  return (Array.isArray(body) ? body : [body]).slice(0, mostEvents).flatMap(item => {
    const parsed = mailjetEvent.safeParse(item);
    if (!parsed.success) return [];
    const event = parsed.data;
    const diagnosis = diagnoseEvent(event);
    const identity = [event.event, event.Message_GUID || event.MessageID, event.email, event.time].join(' ');
    return diagnosis ? [reportOn(diagnosis, identity, [event.CustomID])] : [];
  });
}

function diagnoseEvent({ event, error, comment, smtp_reply, ...rest }: MailjetEvent): Diagnosis | null {
  const recipient = rest.email || null;
  const pattern = `mailjet-${event}-${error || 'plain'}`.replaceAll(' ', '-').slice(0, 60);
  const words = smtp_reply || comment;
  switch (event) {
    case 'bounce': {
      if (error === 'greylisted' && !rest.hard_bounce)
        return plainDiagnosis('delayed', recipient, pattern, words);
      const is_final = rest.hard_bounce;
      const isPolicy = ['spam', 'content', 'system'].includes(rest.error_related_to);
      const otherwise = isPolicy ? 'policy' : is_final ? 'hard' : 'soft';
      return diagnoseRefusal({ recipient, status: null, words, is_final, otherwise });
    }
    case 'blocked': // Mailjet did not try
      return plainDiagnosis('policy', recipient, pattern, words || error);
    case 'spam':
      return plainDiagnosis('complaint', recipient, pattern, 'abuse');
    case 'sent': // the receiving server has accepted it
    case 'open':
    case 'click':
      return plainDiagnosis('delivered', recipient, pattern);
    default:
      return null;
  }
}
