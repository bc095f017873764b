import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublic, isWithin, type Network } from '../networks.ts';
import { FetchFailure, FetchRefusal } from './reasons.ts';

/** Returns all addresses of a host name. Rejects with the code ENOTFOUND or EAI_AGAIN, like `node:dns`. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

/** The ports of websites. Others belong to services that are not meant for strangers. */
export const webPorts = [80, 443, 8000, 8008, 8080, 8443, 8888];
const connect_ms = 10_000;

/** The address as a URL without its fragment. Throws FetchRefusal if it cannot be fetched. */
export function readAddress(text: string): URL {
  const url = URL.parse(text);
  if (!url?.hostname)
    throw new FetchRefusal(
      `"${text.slice(0, 200)}" is not an address. Use one such as https://example.org/feed.`,
    );
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new FetchRefusal(`${url.protocol} addresses cannot be fetched. Use https: or http:.`);
  url.hash = '';
  return url;
}

/** Whether every address of the host is in the allowed private networks. */
export async function isInside(hostname: string, allowed: Network[], lookup: Lookup): Promise<boolean> {
  const addresses = await addressesOf(bare(hostname), lookup);
  return addresses.every(({ address }) => isWithin(address, allowed));
}

/**
 * Connects only to public addresses and the allowed networks, and only inside the latter to ports other than those of
 * the web. The check applies to the very addresses that are connected to, so a name that changes its answer (DNS
 * rebinding) gains nothing; a name with one forbidden address among good ones is refused.
 */
export function guardedConnector(allowed: Network[], lookup: Lookup): buildConnector.connector {
  const toWebPort = connectorTo(address => isPublic(address) || isWithin(address, allowed), lookup);
  const toOtherPort = connectorTo(address => isWithin(address, allowed), lookup);
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    const connect = webPorts.includes(port) ? toWebPort : toOtherPort;
    connect({ ...options, hostname: bare(options.hostname) }, callback);
  };
}

function connectorTo(mayConnect: (address: string) => boolean, lookup: Lookup): buildConnector.connector {
  const checkedLookup: LookupFunction = (hostname, { all }, callback) => {
    addressesOf(hostname, lookup)
      .then(addresses => {
        const forbidden = addresses.find(({ address }) => !mayConnect(address));
        if (forbidden) throw refusal(`${hostname} (${forbidden.address})`, forbidden.address);
        return addresses;
      })
      .then(
        addresses =>
          all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family),
        error => callback(error, []),
      );
  };
  const connect = buildConnector({
    timeout: connect_ms,
    allowH2: false,
    autoSelectFamily: true,
    lookup: checkedLookup,
  });
  return (options, callback) => {
    const { hostname } = options;
    // For a host that already is an address, there is no lookup.
    if (isIP(hostname) && !mayConnect(hostname)) return callback(refusal(hostname, hostname), null);
    connect(options, callback);
  };
}

function refusal(place: string, address: string): FetchRefusal {
  return isPublic(address)
    ? new FetchRefusal(`The port is not a web port. Only these are allowed: ${webPorts.join(', ')}.`)
    : new FetchRefusal(
        `${place} is not on the public internet. If it is yours, add it or its network to ALLOWED_PRIVATE_NETWORKS.`,
      );
}

async function addressesOf(hostname: string, lookup: Lookup): Promise<LookupAddress[]> {
  const family = isIP(hostname);
  if (family) return [{ address: hostname, family }];
  const addresses = await lookup(hostname);
  if (addresses.length === 0) throw new FetchFailure('The host has no address (DNS).');
  return addresses;
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
