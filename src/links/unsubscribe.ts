import {
  bytesOfId,
  idBytes,
  idOfBytes,
  readToken,
  type Secret,
  signToken,
} from '../platform/secrets/signed-tokens.ts';

/** The content of the token: whose link it is. */
export type LinkOwner = { subscriber_id: string; email_id: string };

/**
 * Returns a token that names a recipient of an email and that nobody else can create. It never expires: an unsubscribe link must work as
 * long as the mail is kept (RFC 8058 §3.1).
 */
export function signLink(secret: Secret, { subscriber_id, email_id }: LinkOwner): string {
  return signToken(secret, 'link', Buffer.concat([bytesOfId(subscriber_id), bytesOfId(email_id)]));
}

/** Returns the owner of a token that signLink made; null for anything else. */
export function readLink(secret: Secret, token: string): LinkOwner | null {
  const payload = readToken(secret, 'link', token, 2 * idBytes);
  return (
    payload && {
      subscriber_id: idOfBytes(payload.subarray(0, idBytes)),
      email_id: idOfBytes(payload.subarray(idBytes)),
    }
  );
}

export function unsubscribeAddress(base_url: string, secret: Secret, owner: LinkOwner): string {
  return ownAddresses(base_url, secret, owner).unsubscribe_url;
}

/**
 * Returns the addresses with the token of this owner: the address for unsubscribing, and the beginning of the addresses of their answers to
 * surveys.
 */
export function ownAddresses(
  base_url: string,
  secret: Secret,
  owner: LinkOwner,
): { unsubscribe_url: string; answer_url: string } {
  const token = signLink(secret, owner);
  return {
    unsubscribe_url: `${base_url}/unsubscribe/${token}`,
    answer_url: `${base_url}/manage/answer/${token}`,
  };
}
