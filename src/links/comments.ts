import {
  bytesOfId,
  idBytes,
  idOfBytes,
  readToken,
  type Secret,
  signToken,
} from '../platform/secrets/signed-tokens.ts';

/** Where a reader ends the mails about comments. It never expires, as an unsubscribe link does not. */
export function mutesAddress(base_url: string, secret: Secret, subscriber_id: string): string {
  return `${base_url}/manage/comments/${signToken(secret, 'comments', bytesOfId(subscriber_id))}`;
}

/** The id of the subscriber in the token of such an address; null for anything else. */
export function readMuter(secret: Secret, token: string): string | null {
  const payload = readToken(secret, 'comments', token, idBytes);
  return payload && idOfBytes(payload);
}
