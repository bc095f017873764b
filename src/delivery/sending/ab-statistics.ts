import type { Tried } from '../../emails/ab-test.ts';

/** A variant is the winner if it is the best with at least this probability. */
const sureEnough = 0.95;

/** A share that is known only roughly: it lies between these two values with a probability of 95 %. */
export type Interval = { low: number; high: number };

/**
 * Returns the probability that each variant has the highest share of people who act, if all shares were equally likely before: the share of
 * a variant then follows Beta(1 + acted, 1 + people − acted). The same counts always give the same numbers.
 */
export function bestProbabilities(tried: readonly Tried[]): number[] {
  const steps = 200;
  const raw = tried.map((one, at) => {
    const [a, b] = betaOf(one);
    const mean = a / (a + b);
    const deviation = Math.sqrt((a * b) / ((a + b) ** 2 * (a + b + 1)));
    const [from, to] = [Math.max(0, mean - 8 * deviation), Math.min(1, mean + 8 * deviation)];
    const width = (to - from) / steps;
    let sum = 0;
    for (let step = 0; step < steps; step += 1) {
      const share = from + (step + 0.5) * width;
      const others = tried.reduce(
        (product, other, place) => (place === at ? product : product * betaBelow(share, ...betaOf(other))),
        1,
      );
      sum += betaDensity(share, a, b) * others * width;
    }
    return sum;
  });
  const total = raw.reduce((sum, one) => sum + one, 0);
  return raw.map(one => one / total);
}

/** Returns the number of the winner, from 1; null if no variant is sure enough to be the best. */
export function winnerOf(tried: readonly Tried[]): number | null {
  const at = bestProbabilities(tried).findIndex(one => one >= sureEnough);
  return at === -1 ? null : at + 1;
}

/** Returns the interval in which the share of people who act lies with a probability of 95 %. */
export function intervalOf(tried: Tried): Interval {
  const [a, b] = betaOf(tried);
  return { low: quantile(0.025, a, b), high: quantile(0.975, a, b) };
}

/**
 * Returns the smallest difference between two shares that a test with this many people on each side shows in 8 of 10 cases, if the usual
 * share is `usual`: by the common formula for two proportions, two-sided at 5 %. Null if no difference is large enough.
 */
export function smallestDifference(people: number, usual: number): number | null {
  const [z_alpha, z_beta] = [1.959964, 0.841621];
  const needed = (difference: number) => {
    const other = usual + difference;
    const mean = (usual + other) / 2;
    const spread =
      z_alpha * Math.sqrt(2 * mean * (1 - mean)) +
      z_beta * Math.sqrt(usual * (1 - usual) + other * (1 - other));
    return (spread / difference) ** 2;
  };
  let [low, high] = [1e-6, 1 - usual];
  if (people < 1 || needed(high) > people) return null;
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (needed(middle) > people) low = middle;
    else high = middle;
  }
  return high;
}

function betaOf({ people, acted }: Tried): [number, number] {
  return [1 + acted, 1 + Math.max(0, people - acted)];
}

function betaDensity(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return 0;
  return Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) - logBeta(a, b));
}

function quantile(probability: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (betaBelow(middle, a, b) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Returns the regularised incomplete beta function, by its continued fraction (NIST DLMF 8.17.22). */
function betaBelow(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaBelow(1 - x, b, a);
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b)) / a;
  let [c, d, value] = [1, 0, 1];
  for (let n = 1; n < 1000; n += 1) {
    const m = Math.floor(n / 2);
    const term =
      n % 2 === 0
        ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / notZero(1 + term * d);
    c = notZero(1 + term / c);
    value *= c * d;
    if (Math.abs(c * d - 1) < 1e-13) break;
  }
  return front / value;
}

function notZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/**
 * Returns the logarithm of the gamma function by Stirling’s series (NIST DLMF 5.11.1), which is exact to 12 digits from ten on: a smaller
 * argument is first raised to at least ten.
 */
function logGamma(x: number): number {
  let [shift, at] = [0, x];
  while (at < 10) {
    shift -= Math.log(at);
    at += 1;
  }
  const inverse = 1 / at;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));
  return shift + (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series;
}
