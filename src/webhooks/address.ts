import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPublic, isWithin, type Network } from '../platform/networks.ts';
import { type Lookup, readAddress, webPorts } from '../platform/safe-fetch/address.ts';
import { FetchRefusal } from '../platform/safe-fetch/reasons.ts';
import { sentence } from '../platform/sentences/sentence.ts';

const lookup_ms = 5000;

/**
 * Returns why no webhook may use this address, and what to do; null if one may. The address must be https, public and on a web port, except
 * in the `allowed` networks. A host that cannot be resolved now is accepted: it may be resolvable later.
 */
export async function refusalOf(address: string, allowed: Network[], lookup: Lookup): Promise<string | null> {
  const url = parse(address);
  if (typeof url === 'string') return url;
  const found = await addressesOf(url.hostname.replace(/^\[|\]$/g, ''), lookup);
  if (found.length > 0 && found.every(one => isWithin(one.address, allowed))) return null;
  const forbidden = found.find(one => !isPublic(one.address) && !isWithin(one.address, allowed));
  if (forbidden) return sentence('webhooks.not_public', { host: url.hostname, address: forbidden.address });
  if (url.protocol !== 'https:') return sentence('webhooks.https_needed');
  if (!webPorts.includes(Number(url.port) || 443))
    return sentence('webhooks.port_not_web', { port: url.port, ports: webPorts.join(', ') });
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
