import { bookTurn } from '../../emails/in-flight.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import type { Recipient } from '../ledger/chunks.ts';
import type { Chunk } from '../ledger/delivery.ts';
import { type Candidate, lookAhead, markHanded } from '../ledger/look-ahead.ts';
import { changeBudgets, newsletterScope } from './budgets.ts';
import type { ServeContext } from './context.ts';
import { limitOf } from './limits.ts';
import type { Mailing } from './mailings.ts';
import { type Budget, refilled, withTurn } from './pace.ts';

/** Whether the recipients of this email must be asked for one by one now, and not whole windows be taken. */
export function isRationed({ domain_rates, control }: ServeContext, { newsletter }: Mailing): boolean {
  return newsletter.sending_rate > 0 || domain_rates.size > 0 || control.slowed.size > 0;
}

export type Ration = {
  /** Who is handed over now; they are on record. */
  window: Recipient[];
  /** Everybody up to this key has been looked at. */
  after: number;
  /** Nobody is left beyond it. */
  is_last: boolean;
  /** The newsletter's rate is used up. */
  is_used_up: boolean;
};

/**
 * Takes the next recipients of the chunk, at most `size`, as far as the rates allow; domains that take no more now are added to `closed`
 * and passed over from then on. Who is not taken is not on record as handed over: no crash makes them uncertain.
 * Undefined when the lease is lost.
 */
export async function takeRation(
  context: ServeContext,
  mailing: Mailing,
  chunk: Chunk,
  after: number,
  size: number,
  closed: Set<string>,
): Promise<Ration | undefined> {
  return inTransaction(context.db, async trx => {
    const candidates = await lookAhead(trx, chunk, after, size, [...closed]);
    if (!candidates) return undefined;
    const own = newsletterScope(mailing.newsletter.key);
    const rate = (scope: string) => scopeRate(context, mailing, scope);
    const isLimited = (domain: string) =>
      rate(domain) < Number.POSITIVE_INFINITY || context.control.slowed.has(domain);
    const domains = candidates.flatMap(({ domain }) =>
      domain !== null && isLimited(domain) ? [domain] : [],
    );
    const scopes = [...new Set(domains), ...(rate(own) < Number.POSITIVE_INFINITY ? [own] : [])];
    const shared =
      scopes.length === 0
        ? share(candidates, new Map(), own)
        : await changeBudgets(trx, scopes, ({ now, budgets }) => {
            const full = new Map(
              [...budgets].map(([scope, budget]) => [scope, refilled(budget, rate(scope), now)]),
            );
            return { answer: share(candidates, full, own), budgets: full };
          });
    for (const domain of shared.closed) closed.add(domain);
    await markHanded(
      trx,
      chunk,
      shared.granted.map(one => one.subscriber_key),
    );
    return {
      window: shared.granted,
      after: candidates[shared.looked_at - 1]?.subscriber_key ?? after,
      is_last: candidates.length < size,
      is_used_up: shared.looked_at < candidates.length,
    };
  });
}

/**
 * Gives each candidate in order a message of their domain's budget and of the newsletter's (`own`), which are taken from
 * `budgets`; what has none there is not limited. Ends where the newsletter's has none left.
 */
export function share(
  candidates: Candidate[],
  budgets: Map<string, Budget>,
  own: string,
): { granted: Candidate[]; closed: Set<string>; looked_at: number } {
  const granted: Candidate[] = [];
  const closed = new Set<string>();
  const has = (scope: string) => (budgets.get(scope)?.tokens ?? 1) >= 1;
  const take = (scope: string) => {
    const budget = budgets.get(scope);
    if (budget) budgets.set(scope, { ...budget, tokens: budget.tokens - 1 });
  };
  for (const [looked_at, candidate] of candidates.entries()) {
    const { domain } = candidate;
    if (domain !== null) {
      if (!has(own)) return { granted, closed, looked_at };
      if (!has(domain)) {
        closed.add(domain);
        continue;
      }
      take(own);
      take(domain);
    }
    granted.push(candidate);
  }
  return { granted, closed, looked_at: candidates.length };
}

/** The email waits until the newsletter may mail again, in turn with others of the newsletter. */
export async function awaitNewsletter(context: ServeContext, mailing: Mailing): Promise<void> {
  const scope = newsletterScope(mailing.newsletter.key);
  await inTransaction(context.db, async trx => {
    await bookTurn(trx, mailing.email.key, () =>
      queue(context, mailing, trx, { [scope]: Number.POSITIVE_INFINITY }),
    );
  });
}

/** Books a turn at each of these domains for so many messages, and returns when the first comes. */
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
  trx: ServeContext['db'],
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
