/** Random numbers that are the same for the same seed. */
export type Dice = ReturnType<typeof openDice>;

export function openDice(seed: number) {
  let state = seed;
  /** Returns a number from 0 to below 1 (Mulberry32). */
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(random() * end);
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join('');
  return {
    random,
    below,
    hex,
    chance: (share: number) => random() < share,
    between: (low: number, high: number) => low + random() * (high - low),
    pick: <Item>(items: readonly Item[]) => items[below(items.length)]!,
    shuffle<Item>(items: readonly Item[]): Item[] {
      const all = [...items];
      for (let last = all.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [all[last], all[other]] = [all[other]!, all[last]!];
      }
      return all;
    },
    /** Returns a number with about the standard normal distribution. */
    normal: () => random() + random() + random() + random() + random() + random() - 3,
    /** Returns a UUIDv7 of that moment. */
    id(date: Date): string {
      const time = date.getTime().toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(12)}`;
    },
  };
}
