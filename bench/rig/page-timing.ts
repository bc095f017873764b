import type { Page } from 'playwright-core';

/** The milliseconds between frames during some act, and how many of the frames showed a row without its content. */
export type Frames = { gaps: number[]; blank: number };

type Watched = { interactions: Map<number, number>; frames: Frames; isWatching: boolean };
declare global {
  var watched: Watched;
}

/** Runs in the page before everything else: collects the time of each interaction until its next paint. */
export function watchInteractions(): void {
  globalThis.watched = { interactions: new Map(), frames: { gaps: [], blank: 0 }, isWatching: false };
  const { interactions } = globalThis.watched;
  new PerformanceObserver(list => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId)
        interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/**
 * Repeats `act`, and returns how many milliseconds each took from the input to the paint that shows it (Event Timing, in steps of 8). The
 * browser does not report times below 16, which count as 16.
 */
export async function timeInteractions(
  page: Page,
  times: number,
  act: (at: number) => Promise<unknown>,
): Promise<number[]> {
  await settle(page);
  await page.evaluate(() => globalThis.watched.interactions.clear());
  for (let at = 0; at < times; at += 1) await act(at);
  await settle(page);
  const reported = await page.evaluate(() => [...globalThis.watched.interactions.values()]);
  return [...reported, ...Array(Math.max(0, times - reported.length)).fill(16)];
}

/** Returns the milliseconds from the click or key in `act` to the paint in which `shows` is true. */
export async function timeUntil(page: Page, act: () => Promise<unknown>, shows: string): Promise<number> {
  const shown = page.evaluate(isShown => {
    const check = new Function(`return ${isShown}`) as () => boolean;
    return new Promise<number>(resolve => {
      let begun = 0;
      const begin = (event: Event) => {
        begun ||= event.timeStamp;
      };
      for (const type of ['click', 'keydown']) addEventListener(type, begin, { capture: true, once: true });
      const look = () => {
        if (begun === 0 || !check()) return requestAnimationFrame(look);
        // The task after the frame runs once the frame is painted.
        return requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
      };
      look();
    });
  }, shows);
  await act();
  return shown;
}

/** Types `word` into the focused field, and returns the milliseconds from its last key to the paint of a frame that shows it. */
export async function timePreview(page: Page, word: string, delay: number): Promise<number> {
  const shown = page.evaluate(wanted => {
    let last = 0;
    const press = ({ timeStamp }: Event) => {
      last = timeStamp;
    };
    addEventListener('keydown', press, { capture: true });
    return new Promise<number>(resolve => {
      const look = () => {
        const body = document.querySelector('iframe')?.contentDocument?.body;
        if (!body?.textContent?.includes(wanted)) return requestAnimationFrame(look);
        removeEventListener('keydown', press, { capture: true });
        // The task after the frame runs once the frame is painted.
        return requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - last)));
      };
      look();
    });
  }, word);
  await page.keyboard.type(word, { delay });
  return shown;
}

/** Returns the frames during `act`. A row of a list is blank while it has no text. */
export async function watchFrames(page: Page, act: () => Promise<unknown>): Promise<Frames> {
  await settle(page);
  await page.evaluate(() => {
    const { watched } = globalThis;
    watched.frames = { gaps: [], blank: 0 };
    watched.isWatching = true;
    let last = 0;
    const look = (now: number) => {
      if (last > 0) watched.frames.gaps.push(now - last);
      last = now;
      const row = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('li');
      if (row?.textContent === '') watched.frames.blank += 1;
      if (watched.isWatching) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await act();
  return page.evaluate(() => {
    globalThis.watched.isWatching = false;
    return globalThis.watched.frames;
  });
}

/** Waits until everything under way is painted and over. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(700);
}
