import ipaddr from 'ipaddr.js';

/** Whether one of our addresses can be reached from outside: https, and not a name of this machine or its network. */
export function isPublicAddress(base_url: string): boolean {
  const { protocol, hostname } = new URL(base_url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:') return false;
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'unicast';
  return host.includes('.') && !/\.(?:localhost|local|internal|lan|home\.arpa|test)$/.test(host);
}
