import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { day_ms } from '../../../platform/durations.ts';
import type { SafeFetch } from '../../../platform/safe-fetch/safe-fetch.ts';

const snsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().max(200),
  TopicArn: z.string().regex(/^arn:aws[\w-]{0,20}:sns:[\w-]{1,40}:\d{1,20}:[\w.-]{1,256}$/),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  Subject: z.string().nullish(),
  SubscribeURL: z.string().max(4000).nullish(),
  Token: z.string().nullish(),
});
export type SnsMessage = z.output<typeof snsMessage>;

/** The requests to Amazon. */
export type Sns = {
  /** Fetches the certificate at this address, as PEM; null if unavailable. */
  certificate(url: string): Promise<string | null>;
  /** Confirms a subscription at this address, which must be Amazon's. Returns whether Amazon accepts it. */
  confirm(url: string): Promise<boolean>;
};

const keptCertificates = 10;
const keptMilliseconds = day_ms;
const limits = { limit_bytes: 64 * 1024, total_ms: 10_000, headers_ms: 10_000, redirects: 0 };

/** Talks to Amazon over the network. Caches up to ten certificates for a day. */
export function openSns(safe_fetch: SafeFetch): Sns {
  const kept = new Map<string, { pem: string; until: number }>();
  return {
    async certificate(url) {
      const known = kept.get(url);
      if (known && known.until > performance.now()) return known.pem;
      const answer = await safe_fetch.request(url, limits);
      if (answer.kind !== 'response' || answer.status !== 200) return null;
      const pem = answer.body.toString('latin1');
      kept.delete(url);
      kept.set(url, { pem, until: performance.now() + keptMilliseconds });
      if (kept.size > keptCertificates) kept.delete(kept.keys().next().value!);
      return pem;
    },
    async confirm(url) {
      if (!isAmazons(url)) return false;
      const answer = await safe_fetch.request(url, limits);
      return answer.kind === 'response' && answer.status === 200;
    },
  };
}

/**
 * Returns the message, if `isWelcome` accepts it and Amazon signed it, or else null. Anybody can rent a topic at Amazon and have it sign,
 * so checking the topic is as important as the signature. The certificate is fetched only from Amazon.
 */
export async function readSns(
  body: unknown,
  isWelcome: (message: SnsMessage) => Promise<boolean>,
  sns: Sns,
): Promise<SnsMessage | null> {
  const parsed = snsMessage.safeParse(body);
  if (!parsed.success) return null;
  const message = parsed.data;
  if (!isCertificate(message.SigningCertURL) || !(await isWelcome(message))) return null;
  const pem = await sns.certificate(message.SigningCertURL);
  if (pem === null) return null;
  try {
    const algorithm = message.SignatureVersion === '1' ? 'sha1' : 'sha256';
    const signature = Buffer.from(message.Signature, 'base64');
    const isSigned = verify(algorithm, Buffer.from(signedText(message)), createPublicKey(pem), signature);
    return isSigned ? message : null;
  } catch {
    return null; // not a certificate, or not a signature
  }
}

/** Whether an address belongs to Amazon SNS itself: https, its host, no port and no credentials. */
export function isAmazons(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    /^sns\.[a-z0-9-]{3,30}\.amazonaws\.com(?:\.cn)?$/.test(url.hostname)
  );
}

/** Whether an address can be that of an Amazon certificate: other paths of that host return content chosen by strangers. */
function isCertificate(address: string): boolean {
  return isAmazons(address) && URL.parse(address)!.pathname.endsWith('.pem');
}

/** Returns the signed text: certain fields in alphabetical order, with name and value on a line each. */
function signedText(message: SnsMessage): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  return names
    .filter(name => message[name] !== undefined && message[name] !== null)
    .map(name => `${name}\n${message[name]}\n`)
    .join('');
}
