import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Newsletter, shown } from '../accounts/newsletter.ts';
import { findNewsletterByUsername } from '../accounts/queries.ts';
import { usernameParameter } from '../accounts/username.ts';
import { findPresent } from '../audience/readers/manage.ts';
import { readerOf, startSession } from '../audience/readers/sessions.ts';
import { DomainError, domainError } from '../platform/errors.ts';
import { acceptForms } from '../platform/http/forms.ts';
import { languageIn, type Pages } from '../platform/http/public-pages.ts';
import type { App } from '../platform/http/server.ts';
import { voiceOf } from '../platform/languages/catalogue.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import { findAccount } from './account-queries.ts';
import { openCheckout, openPortal } from './checkout.ts';
import { plansAddress } from './connect.ts';
import { daysOf, lastsOf, readGift } from './gift.ts';
import { amountOf } from './money.ts';
import { offersOf } from './offers.ts';
import { listSubscriptions } from './payer-queries.ts';
import type { StripeContext } from './stripe.ts';

type BuyRoutes = StripeContext & { pages: Pages; secret: Secret };
type BuyRoute = { Params: { username: string }; Querystring: Record<string, string | string[]> };
type Reader = NonNullable<Awaited<ReturnType<typeof readerOf>>>;

const hide = { schema: { hide: true } };
const slugForm = /^[^/?#&\s]{1,300}$/;

/** Adds the pages where readers choose a plan, and change the one they have. Nothing here gives a right: that takes a read from Stripe. */
export function buyRoutes(app: App, context: BuyRoutes): void {
  app.register(async scope => {
    acceptForms(scope);
    plansRoutes(scope, context);
    planRoute(scope, context);
  });
}

function plansRoutes(scope: FastifyInstance, context: BuyRoutes): void {
  const { db } = context;

  scope.get<BuyRoute>(`/${usernameParameter}/buy`, hide, async (request, reply) => {
    const newsletter = await demandNewsletter(request);
    return showPlans(context, request, reply, newsletter, issueIn(request, newsletter));
  });

  scope.post<BuyRoute>(`/${usernameParameter}/buy`, hide, async (request, reply) => {
    const newsletter = await demandNewsletter(request);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const issue = slugOf(form.get('issue'));
    const reader = await readerOf(context, request, newsletter);
    const price_id = form.get('price') ?? '';
    const wanted = form.get('do');
    if (!reader || (price_id === '' && wanted !== 'portal'))
      return showPlans(context, request, reply, newsletter, issue);
    const account = (await findAccount(db, newsletter.key))!;
    const gift =
      wanted === 'gift'
        ? readGift(form, reader.email_address, account, newsletter.timezone, context.clock())
        : undefined;
    if (wanted === 'gift' && !gift) return showPlans(context, request, reply, newsletter, issue, 'gift');
    const wish = { newsletter, subscriber: reader, back: buyAddress(context, newsletter, issue) };
    return leadTo(context, request, reply, newsletter, issue, async () =>
      wanted === 'portal'
        ? openPortal(context, account, wish)
        : (await openCheckout(context, { ...wish, price_id, ...(gift && { gift }) })).url,
    );
  });

  async function demandNewsletter({ params }: FastifyRequest<BuyRoute>): Promise<Newsletter> {
    const newsletter = await findNewsletterByUsername(db, params.username);
    if (newsletter && (await findAccount(db, newsletter.key))) return newsletter;
    throw domainError('not_found', 'requests.no_page');
  }
}

/**
 * Adds the route for the plan of the owner of a manage link: Stripe's portal if they have a plan, or else the plans. The link signs them
 * in.
 */
function planRoute(scope: FastifyInstance, context: BuyRoutes): void {
  const { db, secret, pages } = context;
  scope.post<{ Params: { token: string } }>('/manage/:token/plan', hide, async (request, reply) => {
    const present = await findPresent(db, secret, request.params.token);
    const account = present && (await findAccount(db, present.newsletter.key));
    if (!present || !account) return pages.show(reply, 404, 'unknown-link', {});
    // Any other POST, such as a scanner's empty form, does not come from a person.
    if (!(request.body instanceof URLSearchParams) || request.body.get('do') !== 'plan')
      return pages.show(reply, 400, 'link-unclear', {});
    const { newsletter, subscriber } = present;
    startSession(context, reply, newsletter, subscriber);
    const home = buyAddress(context, newsletter, '');
    const subscriptions = await listSubscriptions(db, account.key, subscriber.key);
    if (!subscriptions.some(({ is_running }) => is_running)) return reply.redirect(home, 303);
    return leadTo(context, request, reply, newsletter, '', () =>
      openPortal(context, account, { newsletter, subscriber, back: home }),
    );
  });
}

/** Sends the reader to Stripe, or says that Stripe does not answer. */
async function leadTo(
  context: BuyRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
  newsletter: Newsletter,
  issue: string,
  find: () => Promise<string>,
): Promise<FastifyReply> {
  try {
    return reply.redirect(await find(), 303);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (!['payments_away', 'payments_refused', 'on_hold'].includes(error.code)) throw error;
    request.log.warn({ err: error }, 'a reader could not pay');
    return showPlans(context, request, reply, newsletter, issue, 'away');
  }
}

async function showPlans(
  context: BuyRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
  newsletter: Newsletter,
  issue: string,
  trouble: '' | 'away' | 'gift' = '',
): Promise<FastifyReply> {
  const { db, pages, base_url } = context;
  const account = (await findAccount(db, newsletter.key))!;
  const reader = await readerOf(context, request, newsletter);
  const query = request.query as BuyRoute['Querystring'];
  const asked_language = languageIn(query);
  const words = pages.catalogue.in(voiceOf(newsletter, asked_language, reader?.locale ?? ''));
  const site = shown(newsletter, base_url);
  const offers = offersOf(account).map(offer => ({
    ...offer,
    lasts: lastsOf(offer),
    amount: offer.amount === null ? '' : amountOf(words.locale, offer.amount, offer.currency),
  }));
  return pages.show(reply, statuses[trouble], 'plans', {
    newsletter: site,
    asked_language,
    reader_language: reader?.locale,
    // Stripe's pages may be at an address of the newsletter's own.
    form_hosts: `https: ${new URL(base_url).origin}`,
    practice: account.mode !== 'live',
    state: await stateOf(context, account.key, reader),
    paid: query.paid === '1',
    signed_in: reader !== undefined,
    sign_in: `${site.path}/sign-in?${new URLSearchParams({ to: issue ? `buy?issue=${issue}` : 'buy' })}`,
    here: `${site.path}/buy?${new URLSearchParams({ paid: '1', ...(issue && { issue }) })}`,
    offers,
    gifts: offers.filter(({ lasts }) => lasts !== undefined),
    gift: { ...giftValues(request.body), ...daysOf(newsletter.timezone, context.clock()) },
    gift_paid: query.gift === '1',
    issue,
    trouble,
  });
}

const statuses = { '': 200, away: 503, gift: 422 } as const;

/** Returns the values typed into the form of a gift, so that a mistake in it loses nothing. */
function giftValues(body: unknown) {
  const form = body instanceof URLSearchParams && body.get('do') === 'gift' ? body : new URLSearchParams();
  const [recipient = '', message = '', price = ''] = ['recipient', 'message', 'price'].map(
    name => form.get(name) ?? '',
  );
  return { recipient, message, price };
}

/** Returns whether the reader has a plan (`running`), has paid in another way, or neither. */
async function stateOf(
  { db }: StripeContext,
  account_key: number,
  reader: Reader | undefined,
): Promise<'running' | 'paid' | ''> {
  if (!reader) return '';
  const subscriptions = await listSubscriptions(db, account_key, reader.key);
  const isRunning = subscriptions.some(({ is_running, facts }) => is_running && facts !== null);
  if (isRunning) return 'running';
  return reader.entitled_as === 'paying' && reader.standing === 'premium' ? 'paid' : '';
}

function buyAddress({ base_url }: StripeContext, newsletter: Newsletter, issue: string): string {
  const page = plansAddress(base_url, newsletter);
  return issue === '' ? page : `${page}?${new URLSearchParams({ issue })}`;
}

/** Returns the issue that the reader came from: the one that the address names, or the page that led here. */
function issueIn({ query, headers }: FastifyRequest<BuyRoute>, newsletter: Newsletter): string {
  const given = slugOf([query.issue].flat().at(-1) ?? null);
  if (given !== '' || !URL.canParse(headers.referer ?? '')) return given;
  const [, username, slug] =
    /^(?:\/([\w-]+))?\/archive\/([^/]+)$/.exec(new URL(headers.referer!).pathname) ?? [];
  return username === undefined || username === newsletter.username ? slugOf(slug ?? null) : '';
}

function slugOf(given: string | null): string {
  return given !== null && slugForm.test(given) ? given : '';
}
