/** How many more recipients this process may have in hand: at the relays or about to be, without a recorded outcome. */
export type Room = {
  /** Adds all free places to the caller's `places`, and returns the total. Waits until there is at least one. */
  join(places: number): Promise<number>;
  give(places: number): void;
  /** The maximum now. */
  size(): number;
  /** The number of outcomes worth a statement. */
  batch(): number;
  /** How many outcomes arrived during one statement. */
  learn(come: number): void;
};

/**
 * Places for what the connections may hold, plus what they use up while the ledger is queried: so no connection waits
 * for the ledger, and almost nobody is in hand who is not on the wire. `window` is the maximum, unless the connections
 * hold more.
 */
export function openRoom({ held, window }: { held: () => number; window: number }): Room {
  let used = 0;
  let flow = 0; // outcomes that arrive during one statement, smoothed
  const waiting: (() => void)[] = [];
  const size = () => Math.min(Math.max(window, held()), held() + 1 + Math.ceil(2 * flow));
  return {
    size,
    batch: () => Math.max(1, Math.min(Math.ceil(flow), Math.floor(size() / 4))),
    learn(come) {
      flow += (come - flow) / 8;
    },
    async join(own) {
      while (own === 0 && used >= size()) await new Promise<void>(resolve => waiting.push(resolve));
      const joined = Math.max(0, own + size() - used);
      used += joined - own;
      return joined;
    },
    give(places) {
      used -= places;
      for (const go of waiting.splice(0)) go();
    },
  };
}
