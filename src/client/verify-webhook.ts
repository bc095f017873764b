import type { WebhookEvent } from './schema.ts';

/** A request that does not prove that it comes from the webhook: answer it with 400, and do nothing else. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

type Request = {
  /** The body exactly as it arrived, before any JSON is read. */
  body: string | ArrayBuffer | Uint8Array;
  /** The headers, of `fetch` or of Node. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The webhook's signing key; several while one replaces another. */
  signing_key: string | readonly string[];
  /** How old a request may be, or ahead of this clock, in seconds: by default 300. */
  tolerance_seconds?: number;
  now?: Date;
};

/**
 * Returns the event of a webhook request, or throws WebhookRefused. A request is signed as Standard Webhooks describes (HMAC-SHA-256), with
 * one signature or several, and one of them must be made with one of the keys. WebCrypto compares them in constant time. An event can
 * arrive twice: remember the ids that you have seen.
 */
export async function verifyWebhook({
  body,
  headers,
  signing_key,
  tolerance_seconds = 300,
  now = new Date(),
}: Request): Promise<WebhookEvent> {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signature)
    throw new WebhookRefused('A header webhook-id, webhook-timestamp or webhook-signature is missing.');
  const age = now.getTime() / 1000 - Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > tolerance_seconds)
    throw new WebhookRefused(
      `The request is not from the last ${tolerance_seconds} seconds. Check the clock of this machine.`,
    );
  const content = bytesOf(body);
  const signed = join(bytesOf(`${id}.${timestamp}.`), content);
  const given = signature.split(' ').flatMap(one => (one.startsWith('v1,') ? readBase64(one.slice(3)) : []));
  for (const key of [signing_key].flat()) {
    const secret = await importKey(key);
    for (const one of given)
      if (await crypto.subtle.verify('HMAC', secret, one, signed))
        return JSON.parse(new TextDecoder().decode(content)) as WebhookEvent;
  }
  throw new WebhookRefused(
    'No signature fits. Check the signing key, and pass the body exactly as it arrived.',
  );
}

type Bytes = Uint8Array<ArrayBuffer>;

function headerOf(headers: Request['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.join(' ');
}

function importKey(signing_key: string): Promise<CryptoKey> {
  const is_encoded = signing_key.startsWith('whsec_');
  const [bytes] = is_encoded ? readBase64(signing_key.slice('whsec_'.length)) : [bytesOf(signing_key)];
  // With an empty key anybody could sign.
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('signing_key must be the key that the webhook shows.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(value: string | ArrayBuffer | Uint8Array): Bytes {
  return typeof value === 'string' ? new TextEncoder().encode(value) : new Uint8Array(value);
}

/** The bytes in a list; an empty list if the text is not base64. */
function readBase64(text: string): Bytes[] {
  try {
    return [Uint8Array.from(atob(text), letter => letter.charCodeAt(0))];
  } catch {
    return [];
  }
}

function join(first: Bytes, second: Bytes): Bytes {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
