import { bookTurn } from '../../emails/in-flight.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { Chunk, Outcome } from '../ledger/delivery.ts';
import { type Candidate, readDomains } from '../ledger/domains.ts';
import { type Recipient, take } from '../ledger/take.ts';
import { changeBudgets, newsletterScope } from './budgets.ts';
import type { ServeContext } from './context.ts';
import { limitOf } from './limits.ts';
import type { Mailing } from './mailings.ts';
import { type Budget, refilled, withTurn } from './pace.ts';

/** Whether each recipient of this email needs a token now. */
export function isRationed({ domain_rates, control }: ServeContext, { newsletter }: Mailing): boolean {
  return newsletter.sending_rate > 0 || domain_rates.size > 0 || control.slowed.size > 0;
}

/** The recipients of a chunk still to be served. */
export type Remaining = {
  context: ServeContext;
  mailing: Mailing;
  chunk: Chunk;
  /** In order: planned when the pass began, and not looked at yet. */
  remaining: number[];
  /** Domains that accept no more in this pass. */
  closed: Set<string>;
};

/** The recipients who are handed over now. */
type Taken = {
  recipients: Recipient[];
  /** How many of the recipients have been looked at. */
  looked_at: number;
  /** The newsletter's rate is used up. */
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
  const { context, mailing, chunk, remaining } = pass;
  if (isRationed(context, mailing)) return takeRation(pass, size, outcomes);
  const wanted = remaining.slice(0, size);
  const recipients = await take(context.db, chunk, wanted, outcomes);
  return recipients && { recipients, looked_at: wanted.length, is_used_up: false };
}

/** In one transaction with the tokens: recipients without a token stay planned, and no crash makes them uncertain. */
async function takeRation(
  { context, mailing, chunk, remaining, closed }: Remaining,
  size: number,
  outcomes: Outcome[],
): Promise<Taken | undefined> {
  return inTransaction(context.db, async trx => {
    // If many wait for their domains, some of the others are further back.
    const candidates = await readDomains(trx, remaining.slice(0, closed.size > 0 ? 8 * size : size));
    const { granted, looked_at, is_used_up } = await shareTokens(trx, context, mailing, candidates, {
      size,
      closed,
    });
    const recipients = await take(
      trx,
      chunk,
      granted.map(one => one.subscriber_key),
      outcomes,
    );
    return recipients && { recipients, looked_at, is_used_up };
  });
}

type Shared = { granted: Candidate[]; looked_at: number; is_used_up: boolean };

async function shareTokens(
  trx: Database,
  context: ServeContext,
  mailing: Mailing,
  candidates: Candidate[],
  { size, closed }: { size: number; closed: Set<string> },
): Promise<Shared> {
  const own = newsletterScope(mailing.newsletter.key);
  const rate = (scope: string) => scopeRate(context, mailing, scope);
  const isLimited = (domain: string) =>
    rate(domain) < Number.POSITIVE_INFINITY || context.control.slowed.has(domain);
  const domains = candidates.flatMap(({ domain }) => (domain !== null && isLimited(domain) ? [domain] : []));
  const scopes = [...new Set(domains), ...(rate(own) < Number.POSITIVE_INFINITY ? [own] : [])];
  const to = { own, size, closed };
  if (scopes.length === 0) return share(candidates, new Map(), to);
  return changeBudgets(trx, scopes, ({ now, budgets }) => {
    const full = new Map([...budgets].map(([scope, budget]) => [scope, refilled(budget, rate(scope), now)]));
    return { answer: share(candidates, full, to), budgets: full };
  });
}

/**
 * Gives each candidate in order a message from their domain's budget and the newsletter's (`own`), which are taken from
 * `budgets`; scopes without a budget are not limited. A domain without budget is added to `closed`, and its recipients
 * get nothing. Ends with `size` messages, or when the newsletter has none left.
 */
export function share(
  candidates: Candidate[],
  budgets: Map<string, Budget>,
  { own, size, closed }: { own: string; size: number; closed: Set<string> },
): Shared {
  const granted: Candidate[] = [];
  const has = (scope: string) => (budgets.get(scope)?.tokens ?? 1) >= 1;
  const takeOne = (scope: string) => {
    const budget = budgets.get(scope);
    if (budget) budgets.set(scope, { ...budget, tokens: budget.tokens - 1 });
  };
  for (const [looked_at, candidate] of candidates.entries()) {
    const { domain } = candidate;
    if (granted.length === size) return { granted, looked_at, is_used_up: false };
    if (domain !== null) {
      if (closed.has(domain)) continue;
      if (!has(own)) return { granted, looked_at, is_used_up: true };
      if (!has(domain)) {
        closed.add(domain);
        continue;
      }
      takeOne(own);
      takeOne(domain);
    }
    granted.push(candidate);
  }
  return { granted, looked_at: candidates.length, is_used_up: false };
}

/** The email waits until the newsletter may mail again, in turn with its other emails. */
export async function awaitNewsletter(context: ServeContext, mailing: Mailing): Promise<void> {
  const scope = newsletterScope(mailing.newsletter.key);
  await inTransaction(context.db, async trx => {
    await bookTurn(trx, mailing.email.key, () =>
      queue(context, mailing, trx, { [scope]: Number.POSITIVE_INFINITY }),
    );
  });
}

/** Books a turn at each of these domains for this many messages, and returns the earliest. */
export async function awaitDomains(
  context: ServeContext,
  mailing: Mailing,
  waits: Record<string, number>,
): Promise<Date> {
  return inTransaction(context.db, trx => queue(context, mailing, trx, waits));
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
    return { answer: new Date(first * 1000), budgets: booked };
  });
}

function scopeRate({ domain_rates }: ServeContext, { newsletter }: Mailing, scope: string): number {
  if (scope === newsletterScope(newsletter.key)) return newsletter.sending_rate || Number.POSITIVE_INFINITY;
  return limitOf(domain_rates, scope);
}
