/** How many more recipients this process may have in hand: mailed, or about to be, and without an outcome on record. */
export type Room = {
  /** Takes all that there is, and says how much that was. */
  take(): number;
  give(places: number): void;
  /** Waits until there is some. */
  some(): Promise<void>;
};

export function openRoom(places: number): Room {
  let free = places;
  let waiting: (() => void)[] = [];
  return {
    take() {
      const taken = free;
      free = 0;
      return taken;
    },
    give(more) {
      free += more;
      if (free === 0) return;
      for (const go of waiting) go();
      waiting = [];
    },
    async some() {
      while (free === 0) await new Promise<void>(resolve => waiting.push(resolve));
    },
  };
}
