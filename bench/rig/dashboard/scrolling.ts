import type { Page } from 'playwright-core';
import { type Frames, watchFrames } from '../page-timing.ts';
import { printTable, quantile } from '../table.ts';
import { openBarePage, openList, pressButton, type Subject } from './pages.ts';

const scrolled = { pixels: 20_000, a_second: 4000 };
const frame = 1000 / 60;

/** Measures the frames while the list of emails scrolls. */
export async function measureScrolling(subject: Subject): Promise<void> {
  const ours = await scroll(await openList(subject));
  const plain = await openBarePage(subject);
  await pressButton(plain, 'long');
  const theirs = await scroll(plain);
  printTable(
    `Scrolling through the list of emails, ${scrolled.pixels} pixels at ${scrolled.a_second} a second`,
    [row('dashboard', ours, theirs), row('empty page, all rows in the document', theirs, theirs)],
  );
}

async function scroll(page: Page): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  const frames = await watchFrames(page, () =>
    session.send('Input.synthesizeScrollGesture', {
      x: 600,
      y: 400,
      yDistance: -scrolled.pixels,
      speed: scrolled.a_second,
      gestureSourceType: 'mouse',
    }),
  );
  await session.detach();
  return frames;
}

function row(what: string, { gaps, blank }: Frames, yardstick: Frames) {
  const dropped = (all: number[]) =>
    all.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frame) - 1), 0);
  const share = (all: number[]) => (100 * dropped(all)) / (all.length + dropped(all));
  return {
    what,
    frames: gaps.length,
    'dropped %': share(gaps),
    'longest ms': Math.max(...gaps),
    'p99 ms': quantile(gaps, 0.99),
    'blank %': (100 * blank) / gaps.length,
    'ratio of longest': Math.max(...gaps) / Math.max(...yardstick.gaps),
  };
}
