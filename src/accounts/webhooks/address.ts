import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPublic, isWithin, type Network } from '../../platform/networks.ts';
import { type Lookup, readAddress, webPorts } from '../../platform/safe-fetch/address.ts';
import { FetchRefusal } from '../../platform/safe-fetch/reasons.ts';

const lookup_ms = 5000;

/**
 * Why no webhook may point to this address, with the remedy; null where one may. It must be https, public and at a port
 * of the web, except in the `allowed` networks. A host that cannot be looked up now may be one day.
 */
export async function refusalOf(address: string, allowed: Network[], lookup: Lookup): Promise<string | null> {
  const url = parse(address);
  if (typeof url === 'string') return url;
  const found = await addressesOf(url.hostname.replace(/^\[|\]$/g, ''), lookup);
  if (found.length > 0 && found.every(one => isWithin(one.address, allowed))) return null;
  const forbidden = found.find(one => !isPublic(one.address) && !isWithin(one.address, allowed));
  if (forbidden)
    return `${url.hostname} (${forbidden.address}) is not on the public internet. If it is yours, add it or its network to ALLOWED_PRIVATE_NETWORKS.`;
  if (url.protocol !== 'https:')
    return 'Use an https address, so that nobody on the way can read what is sent.';
  if (!webPorts.includes(Number(url.port) || 443))
    return `Port ${url.port} is none of the web's. Use one of ${webPorts.join(', ')}.`;
  return null;
}

function parse(address: string): URL | string {
  try {
    return readAddress(address);
  } catch (error) {
    if (error instanceof FetchRefusal) return error.message;
    throw error;
  }
}

async function addressesOf(hostname: string, lookup: Lookup): Promise<LookupAddress[]> {
  const family = isIP(hostname);
  if (family) return [{ address: hostname, family }];
  const late = new AbortController();
  const answer = await Promise.race([
    lookup(hostname).catch(() => []),
    sleep(lookup_ms, [], { signal: late.signal }).catch(() => []),
  ]);
  late.abort();
  return answer;
}
