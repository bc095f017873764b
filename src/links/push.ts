import type { Clock } from '../platform/clock.ts';
import {
  bytesOfId,
  idOfBytes,
  macs,
  readToken,
  type Secret,
  signToken,
} from '../platform/secrets/signed-tokens.ts';

/** The context for making the addresses at which others announce news of a feed. */
export type PushContext = { base_url: string; secret: Secret; clock: Clock };

type Links = Pick<PushContext, 'base_url' | 'secret'>;

/** Returns the secret address for announcing news in an automation's feed. */
export function pingUrl(automation_id: string, { base_url, secret }: Links): string {
  return `${base_url}/feeds/ping/${signToken(secret, 'ping', bytesOfId(automation_id))}`;
}

/** Returns the automation of a ping address; null for anything else. */
export function readPingToken(secret: Secret, token: string): string | null {
  const bytes = readToken(secret, 'ping', token, 16);
  return bytes && idOfBytes(bytes);
}

/** Returns the secret address at which a hub announces news of a feed. */
export function callbackUrl(feed_key: number, { base_url, secret }: Links): string {
  return `${base_url}/feeds/websub/${signToken(secret, 'websub', bytesOfKey(feed_key))}`;
}

/** Returns the feed of a callback address; null for anything else. */
export function readCallbackToken(secret: Secret, token: string): number | null {
  const bytes = readToken(secret, 'websub', token, 8);
  return bytes && Number(bytes.readBigUInt64BE());
}

/** Returns the secrets with which a hub signs its notifications: one per feed and hub, under each value of our secret, newest first. */
export function hubSecrets(feed_key: number, hub_url: string, secret: Secret): string[] {
  const payload = Buffer.concat([bytesOfKey(feed_key), Buffer.from(hub_url)]);
  return macs(secret, 'hub secret', payload).map(one => one.toString('hex'));
}

function bytesOfKey(key: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(key));
  return bytes;
}
