import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

const forwardingHeaders = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'via',
];
const localNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether the request comes from this very machine, and was addressed to it. False when a proxy may stand between that
 * we were not told to trust, and when the Host header has a foreign name (DNS rebinding: a web page whose name came to
 * mean 127.0.0.1).
 */
export function isLocalRequest(request: FastifyRequest, base_url: string): boolean {
  return isLoopback(request.ip) && !mayBeProxied(request) && isOurName(request.headers.host, base_url);
}

function isLoopback(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';
}

function mayBeProxied({ ips, headers, raw }: FastifyRequest): boolean {
  // Fastify has believed X-Forwarded-For exactly when `ips` holds more than the socket's own address.
  if (ips !== undefined && ips.length > 1) return false;
  // nginx without any settings forwards nothing about the client, but in HTTP/1.0.
  return raw.httpVersion === '1.0' || forwardingHeaders.some(name => name in headers);
}

function isOurName(host: string | undefined, base_url: string): boolean {
  const name = host?.toLowerCase().replace(/:\d+$/, '');
  return name !== undefined && [...localNames, new URL(base_url).hostname].includes(name);
}
