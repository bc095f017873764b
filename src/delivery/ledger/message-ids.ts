import { bytesOfId, isMac, mac, type Secret } from '../../platform/secrets/signed-tokens.ts';

type OwnDelivery = { email_id: string; subscriber_id: string };

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const proofBytes = 10;
const form = new RegExp(`^<?(${uuid})\\.(${uuid})(?:\\.([0-9a-f]{${2 * proofBytes}}))?(?:@|$)`, 'i');

/**
 * Returns the part before the @ in the Message-ID of a copy: the delivery, and a proof (80 bits). Anybody may know the ids: those of emails
 * are in feeds, and those of readers in the links that they share.
 */
export function ownMessageId(secret: Secret, name: OwnDelivery): string {
  const proof = mac(secret, 'message id', payloadOf(name)).toString('hex', 0, proofBytes);
  return `${name.email_id}.${name.subscriber_id}.${proof}`;
}

/**
 * Returns the delivery of one of our Message-IDs, with or without its proof, its domain and its <>; null for any other. This is for
 * messages that are proved in another way, or that have no serious consequences.
 */
export function readOwnMessageId(message_id: string): OwnDelivery | null {
  const [, email_id, subscriber_id] = form.exec(message_id.trim()) ?? [];
  return email_id === undefined || subscriber_id === undefined ? null : { email_id, subscriber_id };
}

/** Does the same, but returns null without a valid proof, which only somebody who has had the message knows. */
export function proveOwnMessageId(secret: Secret, message_id: string): OwnDelivery | null {
  const name = readOwnMessageId(message_id);
  const proof = Buffer.from(form.exec(message_id.trim())?.[3] ?? '', 'hex');
  return name && isMac(secret, 'message id', payloadOf(name), proof) ? name : null;
}

function payloadOf({ email_id, subscriber_id }: OwnDelivery): Buffer {
  return Buffer.concat([bytesOfId(email_id.toLowerCase()), bytesOfId(subscriber_id.toLowerCase())]);
}
