import type { GrantState, Standing } from '../../platform/database/schema.ts';
import { type Grant, moneyKinds } from './grant.ts';

/** The fields of a grant that decide. */
export type GrantFacts = Pick<
  Grant,
  | 'key'
  | 'kind'
  | 'state'
  | 'start_date'
  | 'end_date'
  | 'grace_until'
  | 'revoked_date'
  | 'is_void'
  | 'message'
>;

/** The standings with which somebody gets premium mail and reads premium pages; of several, the first counts. */
export const entitledStandings = [
  'premium',
  'churning',
  'trialed',
  'past_due',
  'gifted',
] as const satisfies Standing[];

/** A person's standing at one instant, and the reasons for it. Instants are RFC 3339 in UTC. */
export type Found = {
  standing: Standing;
  entitled: boolean;
  /** Since when they are entitled without a gap; null if they are not. */
  since: string | null;
  /** When the entitlement ends as far as is known; null: it has no end, or they are not entitled. */
  until: string | null;
  /** The keys of the grants that give this standing, the one that lasts longest first. */
  grants: number[];
  /** The next instant at which the result may change without a new grant or a revocation; null: none. */
  next_look: string | null;
  /** Since when they have been paying, or, if they no longer pay, since when they paid last; null: they have never paid. */
  upgrade_date: string | null;
  /** When they stopped paying; null if they pay or never have. */
  churn_date: string | null;
  /** When their present gift ends; null: it has no end, or there is none. */
  gift_end: string | null;
  gift_message: string;
};

type Span = {
  grant: GrantFacts;
  /** The first instant, in milliseconds. */
  from: number;
  /** The first instant at which the grant is over; Infinity: none. */
  over: number;
  /** The end as people are told: without the source's grace. */
  told: number;
  gives: Standing;
};

/**
 * Returns what these grants of one person entitle them to at `now`. A grant holds from its start until just before its end or its
 * revocation, so that of two that end at one instant neither is left over. Everything else about standing is derived from this function,
 * which knows no clock, no database and no order of the grants.
 */
export function standing(grants: readonly GrantFacts[], now: Date): Found {
  const at = now.getTime();
  const spans = grants.map(spanOf).filter(({ from, over }) => from < over);
  const open = spans.filter(span => holds(span, at));
  const given = (name: Standing) => open.filter(({ gives }) => gives === name).toSorted(longestFirst);
  const best = entitledStandings.find(name => given(name).length > 0);
  const entitling = spans.filter(isEntitling);
  const paid = entitling.filter(({ grant }) => isForMoney(grant) && !isForgotten(grant, at));
  const pays = paid.some(span => holds(span, at));
  const past = paid.filter(({ from }) => from <= at);
  const last_paid = pays ? at : Math.max(...past.map(({ over }) => over)) - 1;
  const upcoming = spans
    .filter(span => span.from > at && isEntitling(span))
    .toSorted((a, b) => a.from - b.from || a.grant.key - b.grant.key);
  const name = best ?? restOf();
  const gifts = open.filter(({ grant }) => grant.kind === 'gift' || grant.kind === 'comp');
  const ends = entitling.filter(span => holds(span, at)).map(span => span.told);
  return {
    standing: name,
    entitled: best !== undefined,
    since: best === undefined ? null : stamp(beginOf(entitling, at)),
    until: best === undefined ? null : stamp(Math.max(...ends)),
    grants: (name === 'upcoming' ? upcoming : given(name)).map(({ grant }) => grant.key),
    next_look: stamp(Math.min(...spans.flatMap(instantsOf).filter(instant => instant > at))),
    upgrade_date: past.length === 0 ? null : stamp(beginOf(past, last_paid)),
    churn_date: past.length === 0 || pays ? null : stamp(last_paid + 1),
    gift_end: gifts.length === 0 ? null : stamp(Math.max(...gifts.map(span => span.over))),
    gift_message:
      gifts
        .toSorted((a, b) => b.from - a.from || b.grant.key - a.grant.key)
        .find(({ grant }) => grant.message)?.grant.message ?? '',
  };

  function restOf(): Standing {
    if (upcoming.length > 0) return 'upcoming';
    if (given('paused').length > 0) return 'paused';
    if (given('unpaid').length > 0) return 'unpaid';
    return past.length > 0 ? 'churned' : 'regular';
  }
}

/** One change of somebody's standing, and the grants that give them the new one. */
export type Move = Pick<Found, 'standing' | 'until' | 'grants'> & { date: string };

/** Returns how the standing became what it is at `now`, oldest change first, beginning with the first standing that was not regular. */
export function movesOf(grants: readonly GrantFacts[], now: Date): Move[] {
  const at = now.getTime();
  const instants = new Set(grants.map(spanOf).flatMap(instantsOf));
  const moves: Move[] = [];
  for (const instant of [...instants].filter(one => one <= at).toSorted((a, b) => a - b)) {
    const then = new Date(instant);
    const found = standing(grants, then);
    const former = moves.at(-1);
    if (found.standing === (former?.standing ?? 'regular') && found.until === (former?.until ?? null))
      continue;
    moves.push({
      date: then.toISOString(),
      standing: found.standing,
      until: found.until,
      grants: found.grants,
    });
  }
  return moves;
}

function spanOf(grant: GrantFacts): Span {
  const end = grant.end_date === null ? Number.POSITIVE_INFINITY : Date.parse(grant.end_date);
  const revoked = grant.revoked_date === null ? Number.POSITIVE_INFINITY : Date.parse(grant.revoked_date);
  const over = Math.min(grant.grace_until === null ? end : Date.parse(grant.grace_until), revoked);
  return {
    grant,
    from: Date.parse(grant.start_date),
    over,
    told: Math.min(end, revoked),
    gives: givenBy(grant),
  };
}

/** Whether the grant is paid for; while a subscription is on trial, nothing has been paid. */
function isForMoney({ kind, state }: GrantFacts): boolean {
  return moneyKinds.includes(kind) && state !== 'trialing';
}

/** Returns the instants at which something may change because of the grant. */
function instantsOf({ grant, from, over }: Span): number[] {
  return [from, over, ...(grant.is_void && grant.revoked_date ? [Date.parse(grant.revoked_date)] : [])];
}

const said: Partial<Record<GrantState, Standing>> = {
  trialing: 'trialed',
  churning: 'churning',
  past_due: 'past_due',
  paused: 'paused',
  unpaid: 'unpaid',
};

/** Returns the standing of somebody who has this grant alone, while it holds. */
function givenBy({ kind, state, end_date }: GrantFacts): Standing {
  const word = said[state];
  if (word) return word;
  if (kind === 'gift' || kind === 'comp') return 'gifted';
  if (kind === 'trial') return 'trialed';
  // A subscription runs until somebody ends it, so one with an end has been ended.
  return kind === 'subscription' && end_date !== null ? 'churning' : 'premium';
}

function isEntitling({ gives }: Span): boolean {
  return (entitledStandings as readonly Standing[]).includes(gives);
}

function holds({ from, over }: Span, at: number): boolean {
  return from <= at && at < over;
}

/** Whether the grant was revoked as if it had never been. */
function isForgotten({ is_void, revoked_date }: GrantFacts, at: number): boolean {
  return is_void && revoked_date !== null && Date.parse(revoked_date) <= at;
}

function longestFirst(a: Span, b: Span): number {
  if (a.over !== b.over) return a.over > b.over ? -1 : 1;
  return a.grant.key - b.grant.key;
}

/** Since when the spans hold without a gap up to `at`. */
function beginOf(spans: Span[], at: number): number {
  let begin = at;
  for (;;) {
    // A span that ends where the next one begins leaves no gap.
    const earlier = spans.filter(({ from, over }) => from < begin && begin <= over).map(({ from }) => from);
    if (earlier.length === 0) return begin;
    begin = Math.min(...earlier);
  }
}

function stamp(instant: number): string | null {
  return Number.isFinite(instant) ? new Date(instant).toISOString() : null;
}
