import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublic, isWithin, type Network } from '../networks.ts';
import { sentence } from '../sentences/sentence.ts';
import { addressesOf, bare, type Lookup, webPorts } from './address.ts';
import { FetchRefusal } from './reasons.ts';

const connect_ms = 10_000;

/**
 * Sends requests over connections to allowed addresses only. Each request has its own connection, and a host is forgotten with its last
 * connection: thousands of hosts contacted one after another leave nothing behind, and no request uses an idle connection that has died.
 */
export function openAgent(allowed: Network[], lookup: Lookup, connections_per_host: number): Agent {
  return new Agent({
    connect: guardedConnector(allowed, lookup),
    connections: connections_per_host,
    allowH2: false,
    maxHeaderSize: 32 * 1024,
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Connects only to public addresses and the allowed networks, and to ports other than those of the web only in the allowed networks. The
 * check applies to the very addresses of the connection, so a name that changes its answer (DNS rebinding) gains nothing; a name with one
 * forbidden address among good ones is refused.
 */
function guardedConnector(allowed: Network[], lookup: Lookup): buildConnector.connector {
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
    // If the host is an address itself, there is no lookup.
    if (isIP(hostname) && !mayConnect(hostname)) return callback(refusal(hostname, hostname), null);
    connect(options, callback);
  };
}

function refusal(place: string, address: string): FetchRefusal {
  return isPublic(address)
    ? new FetchRefusal(sentence('network.port_not_web', { ports: webPorts.join(', ') }))
    : new FetchRefusal(sentence('network.not_public', { place }));
}
