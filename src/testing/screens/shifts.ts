declare global {
  var shifts: string[];
  var answers_due: number;
}

/**
 * Runs before the page loads: notes in `shifts` everything that moves in the page, unless somebody pressed or typed something just before.
 */
export function watchShifts(): void {
  globalThis.shifts = [];
  let are_fonts_here = 0;
  addEventListener('load', () => {
    document.fonts.addEventListener('loadingdone', event => {
      are_fonts_here = event.timeStamp;
    });
  });
  type Source = { node?: Element; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
  const nameOf = ({ node, previousRect: from, currentRect: to }: Source) =>
    `${node?.className || node?.nodeName} from ${from.x} ${from.y} to ${to.x} ${to.y}`;
  new PerformanceObserver(list => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      // Completions follow the cursor, which a slow machine draws late.
      if (sources.every(({ node }) => node?.closest?.('.cm-tooltip'))) continue;
      // On a slow machine, letters have another font at first. Text moves a little when ours has loaded.
      const isFont = document.fonts.status === 'loading' || startTime < are_fonts_here + 500;
      if (!hadRecentInput && value > (isFont ? 0.03 : 0.01))
        shifts.push(`jumps by ${value.toFixed(3)}: ${sources.map(nameOf).join(', ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs inside the page: returns what has moved so far. */
export function readShifts(): string[] {
  return globalThis.shifts;
}

/**
 * Runs before the page loads: delays each answer by a different time, which `seed` determines. A click excuses every move in the half
 * second after it, so some answers arrive later than that.
 */
export function delayAnswers(seed: number): void {
  const delays = [0, 0, 80, 300, 700, 1300];
  let random = seed * 7919 + 17;
  const ask = globalThis.fetch;
  globalThis.answers_due = 0;
  globalThis.fetch = async (...asked) => {
    random = (random * 1_664_525 + 1_013_904_223) % 2 ** 32;
    const delay = delays[Math.floor((random / 2 ** 32) * delays.length)];
    globalThis.answers_due += 1;
    try {
      const answer = await ask(...asked);
      await new Promise(resolve => setTimeout(resolve, delay));
      return answer;
    } finally {
      globalThis.answers_due -= 1;
    }
  };
}
