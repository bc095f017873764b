import ipaddr from 'ipaddr.js';

/** A network: its address and prefix length. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Parses a list such as `10.0.0.0/8, 192.168.1.5, ::1`; a single address is a network of one. Throws if an entry is neither a network nor
 * an address.
 */
export function parseNetworks(list: string[]): Network[] {
  return list.map(text => {
    const [address, bits] = ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), 128];
    if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96)
      return [address.toIPv4Address(), bits - 96];
    return [address, address.kind() === 'ipv4' ? Math.min(bits, 32) : bits];
  });
}

/** Whether an address is in one of the networks. IPv4 written as IPv6 (`::ffff:10.0.0.1`) counts as IPv4. */
export function isWithin(address: string, networks: Network[]): boolean {
  const own = ipaddr.process(address);
  return networks.some(
    ([network, bits]) =>
      network.kind() === own.kind() && own.match(network as ipaddr.IPv4 & ipaddr.IPv6, bits),
  );
}

/**
 * A public address through which every virtual machine at Azure reaches its host:
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const azureHost = '168.63.129.16';

/**
 * Whether an address belongs to the public internet: not in a special-purpose block of RFC 6890, and for IPv6 only in the allocated space
 * (2000::/3, RFC 4291 §2.4), without ranges that stand for IPv4 addresses.
 */
export function isPublic(address: string): boolean {
  const own = ipaddr.process(address);
  if (own.range() !== 'unicast' || own.toString() === azureHost) return false;
  return own instanceof ipaddr.IPv4 || (own.parts[0]! & 0xe000) === 0x2000;
}

/** Returns the smallest network that one party has: a single IPv4 address, or a /64 of IPv6 (RFC 4291 §2.5.4). */
export function holderOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv4 ? address.toString() : address.parts.slice(0, 4).join(':');
}

/** Returns the network of an address, coarse enough to contain many people: /24 for IPv4, /48 for IPv6. Empty if it is not an address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const own = ipaddr.process(address);
  if (own instanceof ipaddr.IPv4) return `${own.octets.slice(0, 3).join('.')}.0/24`;
  return `${own.parts
    .slice(0, 3)
    .map(part => part.toString(16))
    .join(':')}::/48`;
}
