import { readId, type Secret, signId } from '../platform/secrets/signed-tokens.ts';

/** Returns the address where a reader switches off mails about comments. Like an unsubscribe link, it never expires. */
export function mutesAddress(base_url: string, secret: Secret, subscriber_id: string): string {
  return `${base_url}/manage/comments/${signId(secret, 'comments', subscriber_id)}`;
}

/** Reads the id of the subscriber in the token of such an address; null for anything else. */
export function readMuter(secret: Secret, token: string): string | null {
  return readId(secret, 'comments', token);
}
