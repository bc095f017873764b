/** How many more recipients this process may have in hand: mailed, or about to be, and without an outcome on record. */
export type Room = {
  /** Takes all that there is, and says how much that was. Waits until there is some. */
  take(): Promise<number>;
  give(places: number): void;
};

export function openRoom(places: number): Room {
  let free = places;
  let waiting: (() => void)[] = [];
  return {
    async take() {
      while (free === 0) await new Promise<void>(resolve => waiting.push(resolve));
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
  };
}
