/** How many more recipients this process may have in hand: mailed, or about to be, and without an outcome on record. */
export type Room = {
  /** Puts all that there is to `places` that the caller has, and says how much that makes. Waits until it is something. */
  join(places: number): Promise<number>;
  give(places: number): void;
};

/** `places`: how many there are in all, now; that may grow. */
export function openRoom(places: () => number): Room {
  let taken = 0;
  let waiting: (() => void)[] = [];
  return {
    async join(own) {
      while (own + free() <= 0) await new Promise<void>(resolve => waiting.push(resolve));
      const joined = own + free();
      taken += joined - own;
      return joined;
    },
    give(more) {
      taken -= more;
      if (free() === 0) return;
      for (const go of waiting) go();
      waiting = [];
    },
  };

  function free(): number {
    return Math.max(0, places() - taken);
  }
}
