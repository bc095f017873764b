/**
 * A token bucket, and how much its receiving domain slows us; all times are in seconds of the database's clock. The bucket fills at the
 * rate and holds one second's worth, but at least one message.
 */
export type Budget = {
  tokens: number;
  /** The time at which the bucket held this number of tokens. */
  token_time: number;
  /** The time up to which turns are booked. */
  turn_time: number;
  /** How often in a row the domain pushed back; 0 if it is not slowed. */
  strikes: number;
  /** Nothing goes to the domain before then. */
  hold_until: number;
};

const firstHold = 5;
const longestHold = 900;
const firstRate = 10;
const lowestRate = 0.1;
const doublesEvery = 30;
/** A domain that accepts this many messages a second is no longer slowed. */
const recovered = 500;
/** The longest wait for a turn, unless a single message takes longer: so raised rates are noticed soon. */
const longestTurn = 60;

/** Returns a bucket that has not been used. */
export function freshBudget(now: number): Budget {
  return { tokens: Number.POSITIVE_INFINITY, token_time: now, turn_time: now, strikes: 0, hold_until: 0 };
}

/**
 * Returns the allowed messages a second: `rate`, which may be Infinity, or the rate that a domain that pushed back is trusted with: none
 * while it is held, then a few, doubling every 30 s.
 */
export function rateOf({ strikes, hold_until }: Budget, rate: number, now: number): number {
  if (strikes === 0) return rate;
  if (now < hold_until) return 0;
  return Math.min(rate, trust(strikes, now - hold_until));
}

/** Returns the budget with the tokens added since then, at most one second's worth of the rate. */
export function refilled(budget: Budget, rate: number, now: number): Budget {
  const trusted = rateOf(budget, rate, now);
  const since = Math.max(0, now - budget.token_time);
  const filled = trusted === Number.POSITIVE_INFINITY ? trusted : budget.tokens + since * trusted;
  return {
    ...budget,
    tokens: trusted === 0 ? 0 : Math.min(turnOf(trusted), filled),
    token_time: Math.max(budget.token_time, now),
    strikes: isOver(budget, now) ? 0 : budget.strikes,
  };
}

/**
 * Returns how much of the budget a pass that has taken `used` messages may still take. While others have booked turns, that is one turn's
 * worth: otherwise a pass as slow as the rate would take every token as it comes, and the others would get none.
 */
export function ofTurn(budget: Budget, rate: number, now: number, used: number): Budget {
  if (budget.turn_time <= now) return budget;
  return { ...budget, tokens: Math.min(budget.tokens, turnOf(rateOf(budget, rate, now)) - used) };
}

/** Returns how many messages one turn covers at this rate. */
function turnOf(rate: number): number {
  return Math.max(1, rate);
}

/** Returns the budget of a domain that has pushed back just now: each time in a row, it is held longer and slowed more. */
export function struck(budget: Budget, now: number): Budget {
  if (budget.strikes > 0 && now < budget.hold_until) return budget; // answers to hand-overs in progress
  const strikes = isOver(budget, now) ? 1 : Math.min(30, budget.strikes + 1);
  const hold_until = now + holdAfter(strikes);
  return { tokens: 0, token_time: hold_until, turn_time: budget.turn_time, strikes, hold_until };
}

/**
 * Returns the budget as if this clock had always been used: after the clock was set back, nothing waits for a time that is further away
 * than the length of a hold. Returns the same object if nothing changes.
 */
export function atClock(budget: Budget, now: number): Budget {
  const { strikes, hold_until, token_time } = budget;
  const held = strikes === 0 ? hold_until : Math.min(hold_until, now + holdAfter(strikes));
  const latest = strikes === 0 ? now : Math.max(now, held);
  if (held === hold_until && token_time <= latest) return budget;
  return { ...budget, hold_until: held, token_time: Math.min(token_time, latest), turn_time: now };
}

/** Returns the budget with a turn for `wanted` messages booked after all others; `turn_time` is when the turn comes. */
export function withTurn(budget: Budget, rate: number, now: number, wanted: number): Budget {
  const begin = budget.strikes > 0 ? Math.max(now, budget.hold_until) : now;
  const then = rateOf(budget, rate, begin);
  const gap = then === Number.POSITIVE_INFINITY ? 0 : Math.min(wanted, turnOf(then)) / then;
  const latest = begin + Math.max(longestTurn, 1 / then);
  return { ...budget, turn_time: Math.min(latest, Math.max(budget.turn_time, begin) + gap) };
}

/** Returns how many seconds a domain that has pushed back this many times in a row is held. */
function holdAfter(strikes: number): number {
  return Math.min(longestHold, firstHold * 2 ** (strikes - 1));
}

function trust(strikes: number, seconds: number): number {
  return Math.max(lowestRate, firstRate / 2 ** (strikes - 1)) * 2 ** (seconds / doublesEvery);
}

function isOver({ strikes, hold_until }: Budget, now: number): boolean {
  return strikes === 0 || (now >= hold_until && trust(strikes, now - hold_until) >= recovered);
}
