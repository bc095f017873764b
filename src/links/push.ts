import type { Clock } from '../platform/clock.ts';
import {
  bytesOfId,
  idOfBytes,
  macs,
  readToken,
  type Secret,
  signToken,
} from '../platform/secrets/signed-tokens.ts';

/** What the addresses are made of at which others tell us that a feed has something new. */
export type PushContext = { base_url: string; secret: Secret; clock: Clock };

type Links = Pick<PushContext, 'base_url' | 'secret'>;

/** Where a site says that the feed of an automation has something new. Nobody can guess it. */
export function pingUrl(automation_id: string, { base_url, secret }: Links): string {
  return `${base_url}/feeds/ping/${signToken(secret, 'ping', bytesOfId(automation_id))}`;
}

/** The automation that an address of pingUrl is of; null for anything else. */
export function readPingToken(secret: Secret, token: string): string | null {
  const bytes = readToken(secret, 'ping', token, 16);
  return bytes && idOfBytes(bytes);
}

/** Where a hub tells what is new in a feed. Nobody can guess it. */
export function callbackUrl(feed_key: number, { base_url, secret }: Links): string {
  return `${base_url}/feeds/websub/${signToken(secret, 'websub', bytesOfKey(feed_key))}`;
}

/** The feed that an address of callbackUrl is of; null for anything else. */
export function readCallbackToken(secret: Secret, token: string): number | null {
  const bytes = readToken(secret, 'websub', token, 8);
  return bytes && Number(bytes.readBigUInt64BE());
}

/** What a hub signs its notifications with: a secret for each feed and hub, under each value of ours, the newest first. */
export function hubSecrets(feed_key: number, hub_url: string, secret: Secret): string[] {
  const payload = Buffer.concat([bytesOfKey(feed_key), Buffer.from(hub_url)]);
  return macs(secret, 'hub secret', payload).map(one => one.toString('hex'));
}

function bytesOfKey(key: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(key));
  return bytes;
}
