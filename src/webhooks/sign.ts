import { createHmac } from 'node:crypto';

type Signed = {
  signing_key: string;
  /** The key that was replaced by `signing_key`, as long as receivers may still use it. */
  former_key?: string | undefined;
  id: string;
  body: string;
  date: Date;
};

/**
 * Returns the headers that prove that the body comes from us: those of Standard Webhooks (HMAC-SHA-256 over `id.timestamp.body`, keyed with
 * the decoded key; one signature for each key, separated by spaces) and the older `X-Buttondown-Signature` (HMAC-SHA-256 over the body,
 * keyed with the key as written).
 */
export function signatureHeaders({
  signing_key,
  former_key,
  id,
  body,
  date,
}: Signed): Record<string, string> {
  const timestamp = Math.floor(date.getTime() / 1000);
  const signatures = [signing_key, ...(former_key ? [former_key] : [])].map(
    key => `v1,${createHmac('sha256', keyBytes(key)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
    'x-buttondown-signature': `sha256=${createHmac('sha256', signing_key).update(body).digest('hex')}`,
  };
}

function keyBytes(signing_key: string): Buffer {
  return signing_key.startsWith('whsec_')
    ? Buffer.from(signing_key.slice('whsec_'.length), 'base64')
    : Buffer.from(signing_key);
}
