import { z } from 'zod';
import type { Diagnosis } from '../../../engines/bounces/report.ts';
import { deliveryField } from '../../../links/provider-headers.ts';
import {
  diagnoseRefusal,
  mostEvents,
  type ProviderReport,
  plainDiagnosis,
  reportOn,
} from './provider-report.ts';

const text = z.string().catch('');
const sparkpostEvent = z.object({
  type: text,
  event_id: text,
  bounce_class: z.coerce.string().catch(''),
  error_code: text,
  raw_reason: text,
  reason: text,
  raw_rcpt_to: text,
  rcpt_to: text,
  msg_from: text,
  fbtype: text,
  rcpt_meta: z.record(z.string(), z.unknown()).catch({}),
});
type SparkpostEvent = z.output<typeof sparkpostEvent>;
const batch = z.array(z.object({ msys: z.record(z.string(), z.unknown()) }).catch({ msys: {} }));

/** SparkPost's classes of bounces, which count if the server's words do not decide: no recipient, replies, and blocks by the receiver. */
const hardClasses = ['10', '30'];
const replyClasses = ['60', '80', '90', '100'];
const policyClasses = ['23', '25', '50', '51', '52', '53', '54'];

/** Returns the reports in a batch of SparkPost's events. */
export function readSparkpost(body: unknown): ProviderReport[] {
  const parsed = batch.safeParse(body);
  if (!parsed.success) return [];
  return parsed.data.slice(0, mostEvents).flatMap(({ msys }) => {
    const event = sparkpostEvent.safeParse(Object.values(msys)[0]).data;
    const diagnosis = event && diagnoseEvent(event);
    const name = event?.rcpt_meta[deliveryField];
    return diagnosis ? [reportOn(diagnosis, event.event_id, [typeof name === 'string' ? name : null])] : [];
  });
}

function diagnoseEvent(event: SparkpostEvent): Diagnosis | null {
  const { type, bounce_class } = event;
  const recipient = event.raw_rcpt_to || event.rcpt_to || null;
  const pattern = `sparkpost-${type}-${bounce_class || 'plain'}`.slice(0, 60);
  const words = event.raw_reason || event.reason;
  switch (type) {
    case 'bounce':
    case 'out_of_band': {
      if (replyClasses.includes(bounce_class)) return plainDiagnosis('auto_reply', recipient, pattern, words);
      const isHard = hardClasses.includes(bounce_class);
      const is_final = isHard || event.error_code.startsWith('5');
      const otherwise = isHard ? 'hard' : policyClasses.includes(bounce_class) ? 'policy' : 'soft';
      return diagnoseRefusal({ recipient, status: null, words, is_final, otherwise, sender: event.msg_from });
    }
    case 'policy_rejection': // SparkPost did not try
    case 'generation_failure':
    case 'generation_rejection':
      return plainDiagnosis('policy', recipient, pattern, words);
    case 'delay':
      return plainDiagnosis('delayed', recipient, pattern, words);
    case 'spam_complaint': {
      const isNotSpam = event.fbtype === 'not-spam';
      return plainDiagnosis(
        isNotSpam ? 'not_spam' : 'complaint',
        recipient,
        pattern,
        event.fbtype || 'abuse',
      );
    }
    case 'delivery':
    case 'open':
    case 'initial_open':
    case 'click':
      return plainDiagnosis('delivered', recipient, pattern);
    default:
      return null;
  }
}
