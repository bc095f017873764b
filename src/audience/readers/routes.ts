import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { shown } from '../../accounts/newsletter.ts';
import { findNewsletterByUsername } from '../../accounts/queries.ts';
import { usernameParameter } from '../../accounts/username.ts';
import type { LinkPurpose } from '../../links/readers.ts';
import { referralAddress } from '../../links/referrals.ts';
import { homeAddress } from '../../links/site.ts';
import { domainError } from '../../platform/errors.ts';
import { acceptForms } from '../../platform/http/forms.ts';
import type { App } from '../../platform/http/server.ts';
import { lineOf } from '../../platform/http/words.ts';
import { parseMailAddress } from '../../platform/mail/address.ts';
import { countReferrals } from '../referrals/queries.ts';
import { askSignIn } from './ask.ts';
import { findPresent, offers } from './manage.ts';
import { manageRoutes } from './manage-routes.ts';
import { demandAttempt, type ReaderPages } from './page.ts';
import { endSession, startSession } from './sessions.ts';
import { findGoodLink, useLink } from './use.ts';

type ReaderRoute = { Params: { username: string; token: string }; Body: unknown };

const hide = { schema: { hide: true } };

/** Adds the routes for readers: to sign in and read premium content, and to use the links that we mail them. */
export function readerRoutes(app: App, context: ReaderPages): void {
  const { pages, base_url } = context;
  app.register(async scope => {
    acceptForms(scope);
    manageRoutes(scope, context);
    friendsRoute(scope, context);
    signInRoutes(scope, context);
    linkRoutes(scope, context, 'sign_in', `/${usernameParameter}/sign-in/:token`, (reply, found) => {
      startSession(context, reply, found.newsletter, found.subscriber);
      return reply.redirect(
        `${shown(found.newsletter, base_url).path}/${found.link.back || 'archive/'}`,
        303,
      );
    });
    linkRoutes(scope, context, 'address_change', '/manage/address/:token', (reply, found) =>
      pages.show(reply, 200, 'address-changed', valuesOf(found, base_url)),
    );
    linkRoutes(scope, context, 'return', '/subscribe/:token', (reply, found) =>
      pages.show(reply, 200, 'returned', valuesOf(found, base_url)),
    );
  });
}

function signInRoutes(scope: FastifyInstance, context: ReaderPages): void {
  const { db, pages, base_url, clock, attempts } = context;

  scope.get<ReaderRoute>(`/${usernameParameter}/sign-in`, hide, async (request, reply) => {
    const newsletter = await demandNewsletter(request);
    const to = backOf((request.query as { to?: unknown }).to);
    return pages.show(reply, 200, 'sign-in', { newsletter: shown(newsletter, base_url), to });
  });

  scope.post<ReaderRoute>(`/${usernameParameter}/sign-in`, hide, async (request, reply) => {
    const newsletter = await demandNewsletter(request);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const typed = form.get('email') ?? '';
    const address = parseMailAddress(typed);
    const to = backOf(form.get('to'));
    const values = { newsletter: shown(newsletter, base_url), to };
    if (address === null)
      return pages.show(reply, 400, 'sign-in', { ...values, typed: lineOf(typed, 500), invalid: true });
    demandAttempt(attempts, request);
    await askSignIn(db, newsletter, address, clock(), to);
    return pages.show(reply, 200, 'sign-in-asked', values);
  });

  scope.post<ReaderRoute>(`/${usernameParameter}/sign-out`, hide, async (request, reply) => {
    const newsletter = await demandNewsletter(request);
    endSession(base_url, reply, newsletter);
    return reply.redirect(shown(newsletter, base_url).path, 303);
  });

  async function demandNewsletter({ params }: FastifyRequest<ReaderRoute>) {
    const newsletter = await findNewsletterByUsername(db, params.username);
    if (newsletter) return newsletter;
    throw domainError('not_found', 'requests.no_page');
  }
}

/** Where a reader may be led after signing in: the plans, an issue, or a survey. Empty for anything else. */
function backOf(given: unknown): string {
  return typeof given === 'string' &&
    /^(?:buy(?:\?issue=[^/?#&\s]{1,300})?|archive\/[^/?#\s]{1,300}(?:\/comments)?|polls\/[0-9a-f-]{36}(?:\/\d{1,2})?)$/.test(
      given,
    )
    ? given
    : '';
}

type Found = Exclude<Awaited<ReturnType<typeof useLink>>, 'taken' | undefined>;

/** Adds a page with a button, so that scanners that open the link do not use it up, and the route that the button posts to. */
function linkRoutes(
  scope: FastifyInstance,
  { db, secret, pages, base_url, clock }: ReaderPages,
  purpose: LinkPurpose,
  path: string,
  done: (reply: FastifyReply, found: Found) => FastifyReply,
): void {
  const button = `${purpose.replace('_', '-')}-button`;
  const reading = ({ params }: FastifyRequest<ReaderRoute>) => ({
    secret,
    token: params.token,
    purpose,
    now: clock(),
  });
  // A link that is gone does not tell its newsletter, but the address of the page may.
  const near = async ({ params }: FastifyRequest<ReaderRoute>) => {
    const newsletter = params.username && (await findNewsletterByUsername(db, params.username));
    return newsletter ? { newsletter: shown(newsletter, base_url) } : {};
  };
  const over = async (request: FastifyRequest<ReaderRoute>, reply: FastifyReply) =>
    pages.show(reply, 410, 'link-over', await near(request));

  scope.get<ReaderRoute>(path, hide, async (request, reply) => {
    const found = await findGoodLink(db, reading(request));
    return found ? pages.show(reply, 200, button, valuesOf(found, base_url)) : over(request, reply);
  });

  scope.post<ReaderRoute>(path, hide, async (request, reply) => {
    // Any other POST, such as a scanner's empty form, does not come from a person.
    if (!(request.body instanceof URLSearchParams) || request.body.get('confirm') !== purpose)
      return pages.show(reply, 400, 'link-unclear', await near(request));
    const found = await useLink(db, reading(request));
    if (found === 'taken') return pages.show(reply, 409, 'address-taken', {});
    return found ? done(reply, found) : over(request, reply);
  });
}

function valuesOf({ newsletter, link, subscriber }: Found, base_url: string) {
  return {
    newsletter: shown(newsletter, base_url),
    address: link.address,
    reader_language: subscriber.locale,
  };
}

type FriendsRoute = { Params: { token: string } };

/** Adds the reader's own page with the link that they share, and how many have come through it. The manage page leads there. */
function friendsRoute(scope: FastifyInstance, { db, secret, pages, base_url }: ReaderPages): void {
  scope.get<FriendsRoute>('/manage/:token/friends', { schema: { hide: true } }, async (request, reply) => {
    const present = await findPresent(db, secret, request.params.token);
    // Without double opt-in nobody confirms, so nobody counts.
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
