import type { Choice } from '../../platform/mail/smtp/choices.ts';

/** How many recipients this process may have in hand: at the relays or about to be, without a recorded outcome. */
export type Capacity = {
  /** Adds all free places to the caller's `places`, and returns the total. Waits until there is at least one. */
  join(places: number): Promise<number>;
  give(places: number): void;
  /** How many places are free now. */
  free(): number;
  /** Calls `hear` whenever places become free, until the returned function is called. */
  listen(hear: () => void): () => void;
  /** The number of places now, free or not. */
  size(): number;
  /** How many outcomes, or free places, are worth a statement. */
  batch(): number;
  /** Learns how many outcomes arrived during one statement. */
  learn(come: number): void;
};

/**
 * How many recipients a process may have in hand for each one that its connections hold: the additional ones wait for their outcome to be
 * written.
 */
const reserve = 1.2;

/** Returns the most recipients that a process may have in hand: `window`, or a fifth more than its connections may hold. */
export function mostInHand(window: number, held: number): number {
  return Math.max(window, Math.ceil(reserve * held));
}

/** Opens places for each choice of relays separately, so that relays that hang do not stop the mail of others. */
export function openCapacities(window: number): (choice: Choice) => Capacity {
  const capacities = new WeakMap<Choice, Capacity>();
  return choice => {
    const { holds: held, stalled } = choice;
    const capacity = capacities.get(choice) ?? openCapacity({ held, stalled, window });
    capacities.set(choice, capacity);
    return capacity;
  };
}

/**
 * How many outcomes share a statement, for each one that arrives during a statement. A statement costs as much as some fifty outcomes,
 * so they wait for company.
 */
const company = 2;

/**
 * Offers places for as many recipients as the connections may hold, plus a fifth or, if that is more, twice the number whose outcomes share
 * a statement: recipients whose outcomes are being written, and recipients whose outcomes gather for the next statement. With fewer places,
 * connections would wait for the ledger (100 of them, 20 ms away: every third message for a whole round trip); with more, recipients would
 * be in hand without being on the wire. At most `mostInHand`. Recipients that wait on `stalled` connections take no place from the others,
 * within `mostInHand`.
 */
export function openCapacity({
  held,
  stalled = () => 0,
  window,
}: {
  held: () => number;
  stalled?: () => number;
  window: number;
}): Capacity {
  let used = 0;
  let flow = 0; // outcomes that arrive during one statement, smoothed
  const listeners = new Set<() => void>();
  const size = () => {
    const slack = Math.max(held() * (reserve - 1), 1 + 2 * company * flow);
    return Math.min(mostInHand(window, held()), Math.ceil(held() + slack) + stalled());
  };
  const free = () => Math.max(0, size() - used);
  return {
    size,
    free,
    batch: () => Math.max(1, Math.min(Math.ceil(company * flow), Math.floor(0.4 * size()))),
    learn(come) {
      flow += (come - flow) / 8;
    },
    async join(own) {
      while (own === 0 && free() === 0) await new Promise<void>(resolve => listenOnce(resolve));
      const joined = Math.max(0, own + size() - used);
      used += joined - own;
      return joined;
    },
    give(places) {
      used -= places;
      for (const hear of [...listeners]) hear();
    },
    listen,
  };

  function listen(hear: () => void): () => void {
    listeners.add(hear);
    return () => void listeners.delete(hear);
  }

  function listenOnce(hear: () => void): void {
    const end = listen(() => {
      end();
      hear();
    });
  }
}
