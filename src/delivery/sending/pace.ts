/**
 * A token bucket, and what its receiving domain made us do; all times in seconds of the database's clock. It fills with
 * the rate and holds one second's worth, but always one message.
 */
export type Budget = {
  tokens: number;
  /** When there were so many tokens. */
  token_time: number;
  /** Those who wait have turns up to then. */
  turn_time: number;
  /** How often in a row the domain pushed back; 0: not slowed. */
  strikes: number;
  /** Nothing goes to the domain before. */
  hold_until: number;
};

const firstHold = 5;
const longestHold = 900;
const firstRate = 10;
const lowestRate = 0.1;
const doublesEvery = 30;
/** A domain that takes so many messages a second is slowed no longer. */
const recovered = 500;
/** Nobody waits longer for a turn, so that what waits hears soon of rates that were raised; but for one message. */
const longestTurn = 60;

/** A bucket that nobody has drawn from. */
export function freshBudget(now: number): Budget {
  return { tokens: Number.POSITIVE_INFINITY, token_time: now, turn_time: now, strikes: 0, hold_until: 0 };
}

/**
 * The messages a second that may go: `rate`, which may be Infinity, or what a domain that has pushed back is trusted
 * with: none while it is held, then few, and twice as many every 30 s.
 */
export function rateOf({ strikes, hold_until }: Budget, rate: number, now: number): number {
  if (strikes === 0) return rate;
  if (now < hold_until) return 0;
  return Math.min(rate, trust(strikes, now - hold_until));
}

/** The budget with the tokens that have come since, none of them missing a second's worth of the rate. */
export function refilled(budget: Budget, rate: number, now: number): Budget {
  const trusted = rateOf(budget, rate, now);
  const since = Math.max(0, now - budget.token_time);
  const filled = trusted === Number.POSITIVE_INFINITY ? trusted : budget.tokens + since * trusted;
  return {
    ...budget,
    tokens: trusted === 0 ? 0 : Math.min(Math.max(1, trusted), filled),
    token_time: Math.max(budget.token_time, now),
    strikes: isOver(budget, now) ? 0 : budget.strikes,
  };
}

/** The budget of a domain that has pushed back just now: it is held, longer and slower with each time in a row. */
export function struck(budget: Budget, now: number): Budget {
  if (budget.strikes > 0 && now < budget.hold_until) return budget; // answers to what was under way
  const strikes = isOver(budget, now) ? 1 : Math.min(30, budget.strikes + 1);
  const hold_until = now + Math.min(longestHold, firstHold * 2 ** (strikes - 1));
  return { tokens: 0, token_time: hold_until, turn_time: budget.turn_time, strikes, hold_until };
}

/** The budget with a turn booked behind all others for who still wants `wanted` messages; `turn_time` is when it comes. */
export function withTurn(budget: Budget, rate: number, now: number, wanted: number): Budget {
  const begin = budget.strikes > 0 ? Math.max(now, budget.hold_until) : now;
  const then = rateOf(budget, rate, begin);
  const gap = Math.min(wanted, Math.max(1, then)) / then;
  const latest = begin + Math.max(longestTurn, 1 / then);
  return { ...budget, turn_time: Math.min(latest, Math.max(budget.turn_time, begin) + gap) };
}

function trust(strikes: number, seconds: number): number {
  return Math.max(lowestRate, firstRate / 2 ** (strikes - 1)) * 2 ** (seconds / doublesEvery);
}

function isOver({ strikes, hold_until }: Budget, now: number): boolean {
  return strikes === 0 || (now >= hold_until && trust(strikes, now - hold_until) >= recovered);
}
