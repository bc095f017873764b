import { bookTurn } from '../../emails/in-flight.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { nextByWeight } from '../../platform/mail/smtp/choices.ts';
import { suspendChunk } from '../ledger/chunks.ts';
import type { Chunk, Outcome } from '../ledger/delivery.ts';
import { type Candidate, readDomains } from '../ledger/domains.ts';
import { type Recipient, take } from '../ledger/take.ts';
import { askAgain } from './ask-again.ts';
import { changeBudgets, newsletterScope, relayScope } from './budgets.ts';
import type { ServeContext } from './context.ts';
import { limitOf } from './limits.ts';
import type { Mailing } from './mailings.ts';
import { type Budget, ofTurn, refilled, withTurn } from './pace.ts';
import { restraintFor } from './restraint.ts';
import { type CountedCopy, findClosed, findUsedUp, noteWaitForPlan, openWarmUp } from './warm-up.ts';

/** Whether each recipient of this email needs a token now. */
export function isRationed(
  { domain_rates, control, transport }: ServeContext,
  { newsletter, restraints }: Mailing,
): boolean {
  return (
    transport.choiceOf(newsletter).isRated ||
    newsletter.sending_rate > 0 ||
    newsletter.warm_up !== null ||
    domain_rates.size > 0 ||
    restraints.size > 0 ||
    control.slowed.size > 0
  );
}

/** The recipients of a chunk who must still be served. */
export type Remaining = {
  context: ServeContext;
  mailing: Mailing;
  chunk: Chunk;
  /** In order: the recipients who were planned when the pass began, and have not been looked at yet. */
  remaining: number[];
  /** Domains that accept no more in this pass. */
  closed: Set<string>;
  /** How many messages this pass has taken from each budget. */
  used: Map<string, number>;
};

/** The recipients who are handed over now. */
type Taken = {
  recipients: Recipient[];
  /** The copies of these recipients that the warm-up plan counts. */
  counted: CountedCopy[];
  /** How many of the recipients have been looked at. */
  looked_at: number;
  /** Whether the newsletter's rate is used up. */
  is_used_up: boolean;
};

/**
 * Writes the outcomes and takes the next recipients of the pass, at most `size`, as far as the rates allow: domains
 * that accept no more now are added to `closed` and skipped from then on. Undefined if the lease is lost.
 */
export async function takeNext(
  pass: Remaining,
  size: number,
  outcomes: Outcome[],
): Promise<Taken | undefined> {
  const { context, mailing } = pass;
  const taken = await (isRationed(context, mailing) ? takeRation : takeFreely)(pass, size, outcomes);
  return taken && { ...taken, recipients: await askAgain(context, mailing, taken.recipients) };
}

async function takeFreely(
  { context, chunk, remaining }: Remaining,
  size: number,
  outcomes: Outcome[],
): Promise<Taken | undefined> {
  const wanted = remaining.slice(0, size);
  const recipients = await take(context.db, chunk, wanted, outcomes);
  return recipients && { recipients, counted: [], looked_at: wanted.length, is_used_up: false };
}

/** Takes recipients and tokens in one transaction: recipients without a token stay planned, and no crash makes them uncertain. */
async function takeRation(
  { context, mailing, chunk, remaining, closed, used }: Remaining,
  size: number,
  outcomes: Outcome[],
): Promise<Taken | undefined> {
  return inTransaction(context.db, async trx => {
    // If many wait for their domains, some of the others are further back.
    const candidates = await readDomains(trx, remaining.slice(0, closed.size > 0 ? 8 * size : size));
    const warmUp = await openWarmUp(trx, mailing, chunk, candidates);
    const { granted, relays, looked_at, is_used_up } = await shareTokens(trx, context, mailing, candidates, {
      size,
      closed,
      used,
      today: warmUp?.left,
    });
    const wanted = granted.map(one => one.subscriber_key);
    const recipients = await take(trx, chunk, wanted, outcomes);
    const counted = (recipients && (await warmUp?.count(recipients))) ?? [];
    for (const recipient of recipients ?? []) {
      const relay_key = relays.get(recipient.subscriber_key);
      if (relay_key !== undefined) recipient.relay_key = relay_key;
    }
    return recipients && { recipients, counted, looked_at, is_used_up };
  });
}

type Shared = {
  granted: Candidate[];
  /** By subscriber: the relay from whose rate their message is taken. */
  relays: Map<number, number>;
  looked_at: number;
  is_used_up: boolean;
};

/** A relay to which messages are assigned: its key, its weight, and whether it has a rate. */
type Rated = { key: number; weight: number; is_rated: boolean };

/** Lists the relays that take the newsletter's messages now; none if no relay has a rate. */
function ratedRelays({ transport }: ServeContext, { newsletter }: Mailing): Rated[] {
  const choice = transport.choiceOf(newsletter);
  if (!choice.isRated) return [];
  return choice
    .ready()
    .flatMap(({ relay: { key, weight, sending_rate } }) =>
      key === null ? [] : [{ key, weight, is_rated: sending_rate > 0 }],
    );
}

async function shareTokens(
  trx: Database,
  context: ServeContext,
  mailing: Mailing,
  candidates: Candidate[],
  {
    size,
    closed,
    used,
    today,
  }: { size: number; closed: Set<string>; used: Map<string, number>; today?: Map<string, number> },
): Promise<Shared> {
  const own = newsletterScope(mailing.newsletter.key);
  const rate = (scope: string) => scopeRate(context, mailing, scope);
  const isLimited = (domain: string) =>
    rate(domain) < Number.POSITIVE_INFINITY || context.control.slowed.has(domain);
  const domains = candidates.flatMap(({ domain }) => (domain !== null && isLimited(domain) ? [domain] : []));
  const relays = ratedRelays(context, mailing);
  const scopes = [
    ...new Set(domains),
    ...(rate(own) < Number.POSITIVE_INFINITY ? [own] : []),
    ...relays.filter(({ is_rated }) => is_rated).map(({ key }) => relayScope(key)),
  ];
  const to = { own, size, closed, today, relays };
  if (scopes.length === 0) return share(candidates, new Map(), to);
  return changeBudgets(trx, scopes, ({ now, budgets }) => {
    const full = new Map([...budgets].map(([scope, budget]) => [scope, refilled(budget, rate(scope), now)]));
    const open = new Map(
      [...full].map(([scope, budget]) => [scope, ofTurn(budget, rate(scope), now, used.get(scope) ?? 0)]),
    );
    const answer = share(candidates, open, to);
    for (const { domain, subscriber_key } of answer.granted)
      for (const scope of domain === null ? [] : scopesOf(domain, answer.relays.get(subscriber_key))) {
        const budget = full.get(scope);
        if (budget) full.set(scope, { ...budget, tokens: budget.tokens - 1 });
        used.set(scope, (used.get(scope) ?? 0) + 1);
      }
    return { answer, budgets: full };
  });

  function scopesOf(domain: string, relay_key: number | undefined): string[] {
    return relay_key === undefined ? [domain, own] : [domain, own, relayScope(relay_key)];
  }
}

/**
 * Gives each candidate in order a message from the budgets of their domain, of the newsletter (`own`) and of one of the `relays`. These
 * messages are subtracted from `budgets`, and from what a plan leaves them `today`; scopes in neither are not limited. A domain without
 * budget is added to `closed`, and its recipients get nothing. Ends with `size` messages, or when the newsletter or all relays have none
 * left.
 */
export function share(
  candidates: Candidate[],
  budgets: Map<string, Budget>,
  {
    own,
    size,
    closed,
    today = new Map(),
    relays = [],
  }: { own: string; size: number; closed: Set<string>; today?: Map<string, number>; relays?: Rated[] },
): Shared {
  const granted: Candidate[] = [];
  const byRelay = new Map<number, number>();
  const credit = new Map<Rated, number>();
  const end = (looked_at: number, is_used_up: boolean) => ({
    granted,
    relays: byRelay,
    looked_at,
    is_used_up,
  });
  const has = (scope: string) => (budgets.get(scope)?.tokens ?? 1) >= 1 && (today.get(scope) ?? 1) >= 1;
  const takeOne = (scope: string) => {
    const budget = budgets.get(scope);
    if (budget) budgets.set(scope, { ...budget, tokens: budget.tokens - 1 });
    const left = today.get(scope);
    if (left !== undefined) today.set(scope, left - 1);
  };
  for (const [looked_at, candidate] of candidates.entries()) {
    const { domain } = candidate;
    if (granted.length === size) return end(looked_at, false);
    if (domain !== null) {
      if (closed.has(domain)) continue;
      if (!has(own)) return end(looked_at, true);
      if (!has(domain)) {
        closed.add(domain);
        continue;
      }
      const open = relays.filter(({ key, is_rated }) => !is_rated || has(relayScope(key)));
      const relay = nextByWeight(open, credit, ({ weight }) => weight);
      if (relays.length > 0 && !relay) return end(looked_at, true);
      takeOne(own);
      takeOne(domain);
      if (relay) {
        byRelay.set(candidate.subscriber_key, relay.key);
        takeOne(relayScope(relay.key));
      }
    }
    granted.push(candidate);
  }
  return end(candidates.length, false);
}

/**
 * Makes the email wait until the newsletter and one of its relays may mail again, in turn with its other emails, or until the next day of
 * its plan.
 */
export async function awaitNewsletter(context: ServeContext, mailing: Mailing): Promise<void> {
  const { email, newsletter } = mailing;
  const relays = ratedRelays(context, mailing);
  const turns = [
    ...(newsletter.sending_rate > 0 ? [[newsletterScope(newsletter.key)]] : []),
    ...(relays.some(({ is_rated }) => !is_rated) ? [] : [relays.map(({ key }) => relayScope(key))]),
  ].filter(scopes => scopes.length > 0);
  await inTransaction(context.db, async trx => {
    const plan = await findUsedUp(trx, mailing);
    if (plan) {
      await bookTurn(trx, email.key, async () => plan.next_date);
      await noteWaitForPlan(trx, email.key, plan);
    } else if (turns.length > 0) {
      await bookTurn(trx, email.key, async () => {
        const dates: number[] = [];
        for (const scopes of turns) {
          const waits = Object.fromEntries(scopes.map(scope => [scope, Number.POSITIVE_INFINITY]));
          dates.push((await queue(context, mailing, trx, waits)).getTime());
        }
        return new Date(Math.max(...dates));
      });
    }
  });
}

/**
 * Gives the chunk back until the first of these domains accepts mail again. `waits` counts the recipients who wait for each domain: turns
 * are booked for them, or they wait for the next day of the plan.
 */
export async function awaitDomains(
  context: ServeContext,
  mailing: Mailing,
  chunk: Chunk,
  { waits, retry_date }: { waits: Record<string, number>; retry_date: Date | null },
): Promise<void> {
  await inTransaction(context.db, async trx => {
    const plan = await findClosed(trx, mailing, Object.keys(waits));
    const paced = Object.fromEntries(Object.entries(waits).filter(([domain]) => !plan?.domains.has(domain)));
    const dates = [
      ...(plan ? [plan.next_date] : []),
      ...(Object.keys(paced).length > 0 ? [await queue(context, mailing, trx, paced)] : []),
    ];
    if (plan) await noteWaitForPlan(trx, mailing.email.key, plan);
    const date = new Date(Math.min(...dates.map(Number)));
    await suspendChunk(trx, chunk, { date, waits, retry_date });
  });
}

function queue(
  context: ServeContext,
  mailing: Mailing,
  trx: Database,
  waits: Record<string, number>,
): Promise<Date> {
  return changeBudgets(trx, Object.keys(waits), ({ now, budgets }) => {
    const booked = new Map(
      [...budgets].map(([scope, budget]) => [
        scope,
        withTurn(budget, scopeRate(context, mailing, scope), now, waits[scope]!),
      ]),
    );
    const first = Math.min(...[...booked.values()].map(budget => budget.turn_time));
    context.wakeAfter((first - now) * 1000);
    return { answer: new Date(first * 1000), budgets: booked };
  });
}

function scopeRate(
  { domain_rates, transport }: ServeContext,
  { newsletter, restraints }: Mailing,
  scope: string,
): number {
  if (scope === newsletterScope(newsletter.key)) return newsletter.sending_rate || Number.POSITIVE_INFINITY;
  if (scope.includes(' ')) {
    const { members } = transport.choiceOf(newsletter);
    const member = members.find(({ relay: { key } }) => key !== null && relayScope(key) === scope);
    return member?.relay.sending_rate || Number.POSITIVE_INFINITY;
  }
  const restrained = restraintFor(restraints, scope)?.rate ?? Number.POSITIVE_INFINITY;
  return Math.min(limitOf(domain_rates, scope), restrained);
}
