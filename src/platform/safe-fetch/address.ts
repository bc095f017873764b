import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { isWithin, type Network } from '../networks.ts';
import { sentence } from '../sentences/sentence.ts';
import { FetchFailure, FetchRefusal } from './reasons.ts';

/** Returns all addresses of a host name. Rejects with the code ENOTFOUND or EAI_AGAIN, like `node:dns`. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

/** The ports of websites. Other ports belong to services that are not meant for strangers. */
export const webPorts = [80, 443, 8000, 8008, 8080, 8443, 8888];

/** Returns the address as a URL without its fragment. Throws FetchRefusal if it cannot be fetched. */
export function readAddress(text: string): URL {
  const url = URL.parse(text);
  if (!url?.hostname) throw new FetchRefusal(sentence('network.no_address', { text: text.slice(0, 200) }));
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new FetchRefusal(sentence('network.protocol_unsupported', { protocol: url.protocol }));
  url.hash = '';
  return url;
}

/** Whether every address of the host is in the allowed private networks. */
export async function isInside(hostname: string, allowed: Network[], lookup: Lookup): Promise<boolean> {
  const addresses = await addressesOf(bare(hostname), lookup);
  return addresses.every(({ address }) => isWithin(address, allowed));
}

/** Returns the addresses of a host. Throws FetchFailure if there are none. */
export async function addressesOf(hostname: string, lookup: Lookup): Promise<LookupAddress[]> {
  const family = isIP(hostname);
  if (family) return [{ address: hostname, family }];
  const addresses = await lookup(hostname);
  if (addresses.length === 0) throw new FetchFailure(sentence('network.host_without_address'));
  return addresses;
}

/** Returns the host without the brackets of an IPv6 address. */
export function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
