import type { DeliveryName } from './late-evidence.ts';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ownMessageId = new RegExp(`^<?(${uuid})\\.(${uuid})(?:@|$)`, 'i');

/** The delivery of one of our Message-IDs, with or without its domain and its <>; null for any other. */
export function readOwnMessageId(message_id: string): DeliveryName | null {
  const [, email_id, subscriber_id] = ownMessageId.exec(message_id.trim()) ?? [];
  return email_id === undefined || subscriber_id === undefined ? null : { email_id, subscriber_id };
}
