import { unescaped } from '../unescaped.ts';

/**
 * Whether credentials for one URL may be sent to the other: the same origin, or its https form at the default ports.
 */
export function isSameParty(from: URL, to: URL): boolean {
  return from.origin === to.origin || `https://${from.host}` === to.origin;
}

/** Returns the Authorization value for the user and password in an address (RFC 7617 §2), in UTF-8; undefined without them. */
export function basicAuthorization({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {};
  const credentials = [username, password].map(unescaped).join(':');
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Returns the address without its credentials, for messages. */
export function withoutCredentials(address: string): string {
  const url = new URL(address);
  if (url.username === '' && url.password === '') return address;
  url.username = url.password = '';
  return url.href;
}
