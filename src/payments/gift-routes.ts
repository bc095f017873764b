import type { FastifyReply } from 'fastify';
import { type Newsletter, shown } from '../accounts/newsletter.ts';
import { findNewsletterByUsername } from '../accounts/queries.ts';
import { usernameParameter } from '../accounts/username.ts';
import { readGiftId } from '../links/gifts.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { domainError } from '../platform/errors.ts';
import { acceptForms } from '../platform/http/forms.ts';
import { languageIn, type Pages } from '../platform/http/public-pages.ts';
import type { App } from '../platform/http/server.ts';
import { voiceOf } from '../platform/languages/catalogue.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import { findAccountByKey } from './account-queries.ts';
import type { Gift } from './gift.ts';
import { findBuyer, findGift } from './gift-queries.ts';
import { acceptGift } from './settle-gift.ts';

type GiftRoutes = { db: Database; clock: Clock; secret: Secret; base_url: string; pages: Pages };
type GiftRoute = {
  Params: { username: string; token: string };
  Querystring: Record<string, string | string[]>;
};

const hide = { schema: { hide: true } };

/**
 * Adds the page where somebody accepts a gift that somebody else has paid for. Only looking at it changes nothing, because mail scanners do
 * that.
 */
export function giftRoutes(app: App, context: GiftRoutes): void {
  const { db, secret } = context;
  app.register(async scope => {
    acceptForms(scope);
    const path = `/${usernameParameter}/gift/:token`;

    scope.get<GiftRoute>(path, hide, async ({ params, query }, reply) => {
      const { newsletter, gift } = await demandGift(params);
      return showGift(context, reply, newsletter, gift, languageIn(query));
    });

    scope.post<GiftRoute>(path, hide, async ({ params, body, query }, reply) => {
      const { newsletter, gift } = await demandGift(params);
      // Any other POST, such as a scanner's empty form, does not come from a person.
      const isMeant = body instanceof URLSearchParams && body.get('confirm') === 'gift';
      const accepted = isMeant ? await acceptGift(context, gift.id) : undefined;
      const now = accepted === undefined || accepted === 'over' ? gift : accepted.gift;
      return showGift(context, reply, newsletter, now, languageIn(query));
    });
  });

  async function demandGift({ username, token }: GiftRoute['Params']) {
    const id = readGiftId(secret, token);
    const newsletter = await findNewsletterByUsername(db, username);
    const gift = id === null ? undefined : await findGift(db, id);
    const account = gift && (await findAccountByKey(db, gift.account_key));
    if (newsletter && gift && account?.newsletter_key === newsletter.key) return { newsletter, gift };
    throw domainError('not_found', 'requests.no_page');
  }
}

async function showGift(
  { db, pages, base_url }: GiftRoutes,
  reply: FastifyReply,
  newsletter: Newsletter,
  gift: Gift,
  asked_language: string,
): Promise<FastifyReply> {
  const words = pages.catalogue.in(voiceOf(newsletter, asked_language, ''));
  const site = shown(newsletter, base_url);
  const buyer = await findBuyer(db, gift);
  const isOver = gift.state !== 'paid' && gift.state !== 'accepted';
  return pages.show(reply, isOver ? 410 : 200, 'gift', {
    newsletter: site,
    asked_language,
    state: isOver ? 'over' : gift.state,
    giver: buyer?.email_address ?? '',
    message: gift.message,
    lasts: gift.lasts,
    end: gift.end_date === null ? '' : words.date(gift.end_date, newsletter.timezone),
    sign_in: `${site.path}/sign-in`,
  });
}
