/** How many more this process may have in hand: in the lanes of the relays or about to be, without an outcome on record. */
export type Room = {
  /** Puts all that there is to `places` that the caller has, and says how much that makes. Waits until the caller has some. */
  join(places: number): Promise<number>;
  give(places: number): void;
  /** So many at most there are now. */
  size(): number;
  /** So many outcomes are worth a statement. */
  batch(): number;
  /** So many outcomes came while one statement was under way. */
  learn(come: number): void;
};

/**
 * Room for what the connections may hold, and for as much again as they use up while the ledger is asked: so no connection
 * waits for the ledger, and next to nobody is in hand who is not on the wire. `window` is the most, unless the connections
 * hold more.
 */
export function openRoom({ held, window }: { held: () => number; window: number }): Room {
  let used = 0;
  let flow = 0; // outcomes that come during one statement, smoothed
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
