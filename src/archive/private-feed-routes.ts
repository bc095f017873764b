import type { FastifyReply } from 'fastify';
import { findNewsletterOf } from '../accounts/queries.ts';
import { countFetch } from '../audience/private-feeds/queries.ts';
import { grantsOf } from '../audience/standing/queries.ts';
import { standing } from '../audience/standing/standing.ts';
import { isMailed } from '../audience/standing/type.ts';
import { readPrivateFeedId } from '../links/private-feeds.ts';
import type { Clock } from '../platform/clock.ts';
import { domainError } from '../platform/errors.ts';
import { sendMade } from '../platform/http/conditional.ts';
import type { App } from '../platform/http/server.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import type { ContentContext, View } from './content.ts';
import { feedItems, makePrivateRss } from './feeds.ts';
import type { KeptPages } from './kept.ts';
import { listNewest } from './queries.ts';
import { feedVersion } from './version-queries.ts';

type PrivateFeedRoutes = ContentContext & { secret: Secret; clock: Clock };

/** The number of issues in a private feed: podcast apps list all that there are. */
const count = 100;

/**
 * Adds the routes of the feed of a reader who pays, with everything that they may read at that moment. Somebody who no longer pays gets
 * what subscribers read, or what everybody reads if they get no mail. An address that was replaced or ended does not exist. The log has
 * only the pattern of the address.
 */
export function privateFeedPages(app: App, context: PrivateFeedRoutes, kept: KeptPages): void {
  const { db, secret, clock, base_url } = context;

  app.get<{ Params: { name: string } }>('/feed/:name', { schema: { hide: true } }, async (request, reply) => {
    const id = readPrivateFeedId(secret, request.params.name);
    const reader = id === null ? undefined : await countFetch(db, id);
    if (!reader) return nothing(reply);
    const { key, mail_state } = reader;
    if (mail_state === 'blocked' || mail_state === 'removed') return nothing(reply);
    const grants = (await grantsOf(db, [key])).get(key) ?? [];
    const found = standing(grants, clock());
    const rest: View = isMailed({ mail_state, standing: found.standing }) ? 'subscriber' : 'public';
    const view: View = found.entitled ? 'paying' : rest;
    const newsletter = await findNewsletterOf(db, reader);
    // The feed names nobody, so that all who may read the same share one.
    const page = await kept.get(
      `${newsletter.username}/feed?${view}`,
      () => feedVersion(db, newsletter.username, count),
      async () => {
        const emails = await listNewest(db, newsletter, count);
        return makePrivateRss(newsletter, base_url, await feedItems(context, newsletter, emails, view));
      },
    );
    return page ? sendMade(request, reply, page) : nothing(reply);
  });
}

function nothing(reply: FastifyReply): never {
  reply.header('Cache-Control', 'no-store');
  throw domainError('not_found', 'requests.no_page');
}
