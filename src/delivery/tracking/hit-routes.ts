import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSealed, readClick, readStamp, type StampOwner } from '../../links/tracked.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Pages } from '../../platform/http/public-pages.ts';
import type { App } from '../../platform/http/server.ts';
import { newId } from '../../platform/ids.ts';
import { networkOf } from '../../platform/networks.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { openLinkDirectory } from './email-links.ts';
import type { NewHit } from './hit.ts';
import type { Intake } from './intake.ts';

type HitRoutes = {
  db: Database;
  secret: Secret;
  pages: Pages;
  clock: Clock;
  intake: Pick<Intake, 'take'>;
};

/** A transparent image of one pixel, 43 bytes. */
const pixel = Buffer.from('R0lGODlhAQABAPAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

/** How long a click waits for an unavailable database if the address of its link is not in memory. */
const patience = 5000;

/**
 * Adds the routes for the pixel and the links of tracked emails. They respond once the hit is kept, and treat a forged token in the same
 * way as the token of a deleted reader. They are outside the rate limit, because a few proxies request the images of thousands of readers.
 */
export function hitRoutes(app: App, { db, secret, pages, clock, intake }: HitRoutes): void {
  const addressOf = openLinkDirectory(db);
  const options = { schema: { hide: true }, config: { rateLimit: false as const } };

  app.get('/o/:file', options, async (request, reply) => {
    const { file } = request.params as { file: string };
    const owner = file.endsWith('.gif') ? readStamp(secret, file.slice(0, -4)) : null;
    // HEAD does not request an image, so nothing was opened.
    if (owner && request.method === 'GET') await take(request, owner, 'open', null);
    return reply
      .headers({
        ...notKept,
        'Content-Type': 'image/gif',
        'Cross-Origin-Resource-Policy': 'cross-origin', // the page that shows it belongs to a mail program
      })
      .send(pixel);
  });

  app.get('/c/:token', options, async (request, reply) => {
    const click = readClick(secret, (request.params as { token: string }).token);
    if (!click) return unknownLink(reply);
    const { owner, number, seal } = click;
    const url = await findAddress(owner.email_key, number);
    if (url === 'away') {
      reply.header('Retry-After', '5');
      return pages.show(reply, 503, 'link-later', {});
    }
    if (url === undefined || !isSealed(secret, { ...owner, number, url }, seal)) return unknownLink(reply);
    await take(request, owner, 'click', number);
    return reply.headers({ ...notKept, 'Referrer-Policy': 'no-referrer' }).redirect(new URL(url).href, 302);
  });

  function unknownLink(reply: FastifyReply) {
    return pages.show(reply, 404, 'unknown-link', {});
  }

  async function take(
    request: FastifyRequest,
    owner: StampOwner,
    kind: NewHit['kind'],
    link_number: number | null,
  ) {
    const { headers } = request;
    const now = clock();
    await intake.take({
      ...owner,
      id: newId(now.getTime()),
      kind,
      link_number,
      date: now.toISOString(),
      method: request.method,
      agent: bounded(headers['user-agent'], 300),
      network: networkOf(request.ip),
      accept: bounded(headers.accept, 100),
      purpose: bounded(headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'], 30),
    });
  }

  /** Finds the address of a link. If the database is briefly unavailable, the click waits instead of failing. */
  async function findAddress(email_key: number, number: number): Promise<string | undefined> {
    for (const end = Date.now() + patience; ; await sleep(200)) {
      try {
        return await addressOf(email_key, number);
      } catch (error) {
        if (Date.now() < end) continue;
        app.log.warn({ err: error }, 'a link could not be looked up');
        return 'away';
      }
    }
  }
}

const notKept = { 'Cache-Control': 'no-store, private', 'X-Robots-Tag': 'noindex' };

function bounded(value: string | string[] | undefined, longest: number): string {
  return String(value ?? '')
    .replace(/[\0-\x1f\x7f]/g, '')
    .slice(0, longest)
    .toWellFormed();
}
