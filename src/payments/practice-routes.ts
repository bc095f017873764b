import type { FastifyReply } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { nothingHere } from '../platform/errors.ts';
import { acceptForms } from '../platform/http/forms.ts';
import type { App } from '../platform/http/server.ts';
import { isId } from '../platform/ids.ts';
import type { PaymentAccount } from './account.ts';
import { findAccountById } from './account-queries.ts';
import { amountOf } from './money.ts';
import { takeNotices } from './notice.ts';
import { actInPortal, costOf, type PortalAct, pay, refundAll } from './practice/acts.ts';
import { inWorld } from './practice/door.ts';
import { type Button, practicePage } from './practice/page.ts';
import { all, find, type World } from './practice/world.ts';

type Practice = { db: Database; clock: Clock };
type PracticeRoute = {
  Params: { id: string; object: string };
  Querystring: { back?: string };
};

const hide = { schema: { hide: true } };

const acts: Record<PortalAct | 'refund', string> = {
  cancel: 'End with the paid period',
  keep: 'Keep the plan after all',
  pause: 'Pause payments',
  resume: 'Resume payments',
  fail: 'Let the card fail at the next payment',
  mend: 'Let the card work again',
  due: 'Let the paid period be over now',
  refund: 'Refund everything that was paid, as you would in the Stripe Dashboard',
};

/** Adds the pages of practice mode, in place of Stripe's checkout and portal. They are for the newsletter's owner. */
export function practiceRoutes(app: App, { db, clock }: Practice): void {
  app.register(async scope => {
    acceptForms(scope);

    scope.get<PracticeRoute>('/payments/practice/:id/checkout/:object', hide, async ({ params }, reply) => {
      const account = await demandPractice(params.id);
      const session = await look(account, world => find(world, 'checkout.session', params.object));
      if (session?.status !== 'open') throw nothingHere();
      const cost = await look(account, world => costOf(world, session));
      const amount = amountOf('en', cost.amount, cost.currency);
      const buttons: Button[] = [{ value: 'pay', label: `Pay ${amount}, without paying` }];
      return show(reply, 'Checkout', [], buttons, session.cancel_url ?? '/');
    });

    scope.post<PracticeRoute>(
      '/payments/practice/:id/checkout/:object',
      hide,
      async ({ params, body }, reply) => {
        const account = await demandPractice(params.id);
        if (!(body instanceof URLSearchParams) || body.get('do') !== 'pay') throw nothingHere();
        const back = await happen(account, (world, now) => {
          pay(world, params.object, now);
          return find(world, 'checkout.session', params.object)?.success_url;
        });
        return reply.redirect(back ?? '/', 303);
      },
    );

    scope.get<PracticeRoute>(
      '/payments/practice/:id/portal/:object',
      hide,
      async ({ params, query }, reply) => {
        const account = await demandPractice(params.id);
        const lines = await look(account, world => describe(world, params.object));
        const buttons = Object.entries(acts).map(([value, label]) => ({ value, label }));
        return show(reply, 'Your plan', lines, buttons, backOf(query.back));
      },
    );

    scope.post<PracticeRoute>('/payments/practice/:id/portal/:object', hide, async (request, reply) => {
      const { params, body, url } = request;
      const account = await demandPractice(params.id);
      const act = body instanceof URLSearchParams ? body.get('do') : null;
      if (act === null || !Object.hasOwn(acts, act)) throw nothingHere();
      await happen(account, (world, now) =>
        act === 'refund'
          ? refundAll(world, params.object, now)
          : actInPortal(world, params.object, act as PortalAct, now),
      );
      return reply.redirect(url, 303);
    });
  });

  async function demandPractice(id: string): Promise<PaymentAccount> {
    const account = isId(id) ? await findAccountById(db, id) : undefined;
    if (account?.mode === 'practice') return account;
    throw nothingHere();
  }

  /** Does `act` in the world of the account, and passes on its events at once, as Stripe's notices would. */
  async function happen<Result>(
    account: PaymentAccount,
    act: (world: World, now: number) => Result,
  ): Promise<Result> {
    const { result, news } = await inWorld({ db, clock, account }, (world, now) => {
      const before = world.events.length;
      return { result: act(world, now), news: world.events.slice(before) };
    });
    await takeNotices(db, account, news, true);
    return result;
  }

  const look = <Found>(account: PaymentAccount, read: (world: World) => Found) =>
    inWorld({ db, clock, account }, read);
}

function describe(world: World, customer: string): string[] {
  return [...describePlans(world, customer), ...describePayments(world, customer)];
}

function describePayments(world: World, customer: string): string[] {
  return all(world, 'charge')
    .filter(one => one.customer === customer)
    .map(({ id, amount, currency, refunded }) => {
      const paid = amountOf('en', amount, currency);
      return `${id}: ${paid} paid${refunded ? ', refunded' : ''}`;
    });
}

function describePlans(world: World, customer: string): string[] {
  return all(world, 'subscription')
    .filter(one => one.customer === customer)
    .map(({ id, status, cancel_at_period_end, pause_collection, items }) => {
      const end = new Date(items.data[0]!.current_period_end * 1000).toISOString().slice(0, 10);
      const more = [
        cancel_at_period_end ? `ends on ${end}` : `next payment on ${end}`,
        ...(pause_collection ? ['payments paused'] : []),
      ];
      return `${id}: ${status}${status === 'canceled' ? '' : `, ${more.join(', ')}`}`;
    });
}

/** Returns the address of the way back: the given one only if it is the address of a web page. */
function backOf(given: string | undefined): string {
  return given !== undefined && /^https?:\/\//.test(given) ? given : '/';
}

function show(
  reply: FastifyReply,
  title: string,
  lines: string[],
  buttons: Button[],
  back: string,
): FastifyReply {
  return reply
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' https: http:; base-uri 'none'; frame-ancestors 'none'",
    })
    .send(practicePage(title, lines, buttons, back));
}
