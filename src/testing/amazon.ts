import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Sns } from '../delivery/feedback/providers/sns.ts';
import { newId } from '../platform/ids.ts';

/** The key with which this fake Amazon signs. */
export const amazonKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const topic = 'arn:aws:sns:eu-west-1:123456789012:bounces';
export const certificate = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem';
export const SubscribeURL = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=x';

/** Opens a fake Amazon that issues certificates and confirms subscriptions, unless `refuses` is set. */
export function openAmazon(): Sns & { asked: string[]; confirmed: string[]; refuses: boolean } {
  const amazon = {
    asked: [] as string[],
    confirmed: [] as string[],
    refuses: false,
    async certificate(url: string) {
      amazon.asked.push(url);
      return amazonKeys.publicKey.export({ format: 'pem', type: 'spki' }).toString();
    },
    async confirm(url: string) {
      amazon.confirmed.push(url);
      return !amazon.refuses;
    },
  };
  return amazon;
}

/** Returns the request of an SNS message as Amazon signs it, by default a notification of `topic`. */
export function snsRequest(
  fields: Record<string, string>,
  key: KeyObject = amazonKeys.privateKey,
  version = '2',
): { body: string; headers: Record<string, string> } {
  const message: Record<string, string> = {
    Type: 'Notification',
    MessageId: newId(),
    TopicArn: topic,
    Message: '{}',
    Timestamp: new Date().toISOString(),
    SignatureVersion: version,
    SigningCertURL: certificate,
    ...fields,
  };
  const names =
    message.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = names
    .filter(name => message[name] !== undefined)
    .map(name => `${name}\n${message[name]}\n`)
    .join('');
  const signature = sign(version === '1' ? 'sha1' : 'sha256', Buffer.from(text), key);
  const body = JSON.stringify({ ...message, Signature: signature.toString('base64') });
  return { body, headers: { 'content-type': 'text/plain; charset=UTF-8' } };
}
