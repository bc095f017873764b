import type { FastifyRequest } from 'fastify';
import type { Database } from '../platform/database/connect.ts';
import { nothingHere } from '../platform/errors.ts';
import type { App } from '../platform/http/server.ts';
import { isWithin, parseNetworks } from '../platform/networks.ts';
import { bytesOfId, type Secret, signToken } from '../platform/secrets/signed-tokens.ts';
import type { Directory } from './directory.ts';
import { hostNameOf } from './place.ts';
import { hasChallenge } from './queries.ts';

type ProxyRoutes = {
  db: Database;
  secret: Secret;
  directory: Directory;
  base_url: string;
  trusted_proxies: string[];
};

const loopback = ['127.0.0.0/8', '::1'];
const hide = { schema: { hide: true } };

/** Adds the routes for checks and for proxies, which are answered under every name that leads here. */
export function proxyRoutes(
  app: App,
  { db, secret, directory, base_url, trusted_proxies }: ProxyRoutes,
): void {
  const proxies = parseNetworks([...loopback, ...trusted_proxies]);

  // Only the database that began the check knows the answer, and it answers only at the domain that is being checked.
  app.get<{ Params: { id: string } }>(
    '/.well-known/postrider/challenges/:id',
    hide,
    async ({ params, headers }, reply) => {
      if (!(await hasChallenge(db, params.id, hostNameOf(headers.host)))) throw nothingHere();
      reply.headers({ 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
      return reply.send(signToken(secret, 'domain', bytesOfId(params.id)));
    },
  );

  // Caddy asks on every connection for a name whose certificate it has not in memory, so this is answered from our memory:
  // https://caddyserver.com/docs/automatic-https#on-demand-tls
  app.get<{ Querystring: { domain?: string | string[] } }>(
    '/.well-known/postrider/certificate',
    { ...hide, config: { rateLimit: false } },
    async (request, reply) => {
      if (!isFromProxy(request)) throw nothingHere();
      const host = hostNameOf([request.query.domain].flat().at(-1));
      const place = directory.at(host);
      const may = host === new URL(base_url).hostname || place?.is_pointed === true;
      return reply
        .code(may ? 200 : 403)
        .headers({ 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
        .send(may ? 'yes' : 'no');
    },
  );

  /** Whether a proxy asks for itself, not on behalf of somebody else. */
  function isFromProxy({ headers, raw }: FastifyRequest): boolean {
    if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
    const address = raw.socket.remoteAddress;
    return address !== undefined && isWithin(address, proxies);
  }
}
