import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import type { Diagnosis } from '../../../engines/bounces/report.ts';
import { deliveryField } from '../../../links/provider-headers.ts';
import { hour_ms } from '../../../platform/durations.ts';
import {
  diagnoseRefusal,
  mostEvents,
  type ProviderReport,
  plainDiagnosis,
  reportOn,
} from './provider-report.ts';

const text = z.string().catch('');
const sendgridEvent = z.object({
  event: text,
  type: text,
  email: text,
  reason: text,
  response: text,
  status: text,
  sg_event_id: text,
  'smtp-id': text,
  [deliveryField]: text,
});
type SendgridEvent = z.output<typeof sendgridEvent>;

/** The oldest request that is accepted. SendGrid retries for a day. */
const longestMilliseconds = 25 * hour_ms;

/**
 * Whether SendGrid signed this body recently: ECDSA over the time, in seconds, and the bytes. `key` is the verification
 * key that SendGrid shows.
 */
export function isFromSendgrid(
  body: Buffer,
  { signature, timestamp }: { signature: string; timestamp: string },
  key: string,
  now: Date,
): boolean {
  const age = Math.abs(now.getTime() - Number(timestamp) * 1000);
  if (!(age <= longestMilliseconds)) return false;
  try {
    const public_key = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    const signed = Buffer.concat([Buffer.from(timestamp), body]);
    return verify('sha256', signed, public_key, Buffer.from(signature, 'base64'));
  } catch {
    return false; // not a signature
  }
}

/** Returns the reports in a SendGrid webhook: a list of events. */
export function readSendgrid(body: unknown): ProviderReport[] {
  if (!Array.isArray(body)) return [];
  return body.slice(0, mostEvents).flatMap(item => {
    const parsed = sendgridEvent.safeParse(item);
    if (!parsed.success) return [];
    const event = parsed.data;
    const diagnosis = diagnoseEvent(event);
    return diagnosis
      ? [reportOn(diagnosis, event.sg_event_id, [event[deliveryField], event['smtp-id']])]
      : [];
  });
}

function diagnoseEvent(event: SendgridEvent): Diagnosis | null {
  const { type, reason, response } = event;
  const recipient = event.email || null;
  const pattern = `sendgrid-${event.event}-${type || 'plain'}`.slice(0, 60);
  const status = /^[245]\.\d{1,3}\.\d{1,3}$/.exec(event.status)?.[0] ?? null;
  switch (event.event) {
    case 'bounce': {
      const is_final = type !== 'blocked';
      const otherwise = is_final ? 'hard' : 'policy';
      return diagnoseRefusal({ recipient, status, words: reason, is_final, otherwise });
    }
    case 'dropped': {
      const isGone = /^(?:bounced address|invalid)/i.test(reason);
      return plainDiagnosis(isGone ? 'hard' : 'policy', recipient, pattern, reason);
    }
    case 'deferred':
      return plainDiagnosis('delayed', recipient, pattern, response || reason);
    case 'spamreport':
      return plainDiagnosis('complaint', recipient, pattern, 'abuse');
    case 'delivered':
    case 'open':
    case 'click':
      return plainDiagnosis('delivered', recipient, pattern);
    default:
      return null;
  }
}
