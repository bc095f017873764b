import type { FastifyInstance } from 'fastify';
import { shown } from '../../accounts/newsletter.ts';
import { referralAddress } from '../../links/referrals.ts';
import { homeAddress } from '../../links/site.ts';
import { countReferrals } from '../referrals/queries.ts';
import { findPresent, offers } from './manage.ts';
import type { ReaderPages } from './page.ts';

type FriendsRoute = { Params: { token: string } };

/** The reader's own page with the link that they share, and how many have come through it. The manage page leads there. */
export function friendsRoute(scope: FastifyInstance, { db, secret, pages, base_url }: ReaderPages): void {
  scope.get<FriendsRoute>('/manage/:token/friends', { schema: { hide: true } }, async (request, reply) => {
    const present = await findPresent(db, secret, request.params.token);
    // Without double opt-in nobody confirms, so that nobody counts.
    if (!present?.newsletter.double_opt_in || !offers(present.subscriber).subscribed)
      return pages.show(reply, 404, 'unknown-link', {});
    const { newsletter, subscriber } = present;
    return pages.show(reply, 200, 'friends', {
      newsletter: shown(newsletter, base_url),
      reader_language: subscriber.locale,
      share_url: referralAddress(homeAddress(base_url, newsletter), subscriber.id),
      count: await countReferrals(db, subscriber.key),
      back: `/manage/${request.params.token}`,
    });
  });
}
