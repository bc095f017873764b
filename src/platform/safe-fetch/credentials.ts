/** Whether credentials for one are meant for the other too: the same origin, or its https form at the usual ports. */
export function isSameParty(from: URL, to: URL): boolean {
  return from.origin === to.origin || `https://${from.host}` === to.origin;
}

/** What a user and password in an address are sent as (RFC 7617 §2), in UTF-8; nothing without them. */
export function basicAuthorization({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {};
  const credentials = [username, password].map(unescaped).join(':');
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** The address as it may be told. */
export function withoutCredentials(address: string): string {
  const url = new URL(address);
  if (url.username === '' && url.password === '') return address;
  url.username = url.password = '';
  return url.href;
}

/** `%40` is `@`; what is no escape stays. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
