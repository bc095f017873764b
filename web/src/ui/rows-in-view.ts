import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { usePainted } from '../platform/when-painted.ts';

const narrow = matchMedia('(width < 40rem)');
const overscan = 8;
/** The scroll position is rounded to this many rows, so that scrolling renders a few times per screen instead of for every pixel. */
const step = 6;

const usualHeights = { wide: 49, narrow: 68 };

/** Browsers draw nothing below some 17 million pixels, so a longer list must be shorter than its rows. */
const mostPixels = 12_000_000;

/**
 * Returns which of `count` rows are near the window, the height of a row and of the whole list, and how much higher the rows lie than their
 * numbers say.
 */
export function useRowsInView(count: number, heights = usualHeights) {
  const list = useRef<HTMLUListElement>(null);
  const height = narrow.matches ? heights.narrow : heights.wide;
  const { first, offset } = usePlace(list, count, height);
  // At first only the rows in the window, so that they appear sooner.
  const [before, after] = usePainted() ? [overscan, overscan + step] : [0, 0];
  const from = Math.min(Math.max(0, first - before), Math.max(0, count - 1));
  const to = Math.min(count, first + Math.ceil(innerHeight / height) + after);
  return { list, height, whole: Math.min(count * height, mostPixels), from, to, offset };
}

type Place = { first: number; offset: number };

/**
 * Returns the row at the top of the window, or one a little before it. It is measured when the window scrolls, because measuring during
 * React's rendering would lay out the page again each time. New rows are rendered between frames (a transition), so that scrolling
 * continues meanwhile. Rows that move to another place cannot wait.
 */
function usePlace(list: RefObject<HTMLUListElement | null>, count: number, height: number): Place {
  const [place, setPlace] = useState<Place>({ first: 0, offset: 0 });
  const current = useRef(place);
  useEffect(() => {
    const whole = count * height;
    const shown = Math.min(whole, mostPixels);
    let last = 0;
    const go = (first: number, offset: number) => {
      const before = current.current;
      if (first === before.first && offset === before.offset) return;
      const next = { first, offset };
      current.current = next;
      if (offset === before.offset) startTransition(() => setPlace(next));
      else setPlace(next);
    };
    const rowAt = (y: number) => Math.min(count, Math.max(0, Math.floor(y / height / step) * step));
    /** Returns how far the rows of a shortened list are ahead of its pixels at this place. */
    const offsetAt = (y: number) => {
      const share = Math.min(1, Math.max(0, y) / Math.max(1, shown - innerHeight));
      return Math.round(share * (whole - shown));
    };
    const topOfWindow = () => -(list.current?.getBoundingClientRect().top ?? 0);
    const look = () => {
      const y = topOfWindow();
      // A leap, as by the scrollbar, leads to the same share of the list. A short scroll passes every row.
      const hasLeapt = Math.abs(y - last) > 2 * innerHeight || y <= 0 || y >= shown - innerHeight;
      last = y;
      const offset = whole > shown && hasLeapt ? offsetAt(y) : current.current.offset;
      go(rowAt(y + offset), Math.min(offset, whole - shown));
    };
    /** After a short scroll, moves the scrollbar to where this row is in the whole list, without moving the rows on the screen. */
    const settle = () => {
      if (whole <= shown) return;
      const y = topOfWindow();
      const share = (y + current.current.offset) / Math.max(1, whole - innerHeight);
      const wanted = share * (shown - innerHeight);
      if (y <= 0 || Math.abs(wanted - y) < 1) return;
      const offset = Math.round(y + current.current.offset - wanted);
      last = wanted;
      go(current.current.first, offset);
      scrollBy(0, wanted - y);
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('scrollend', settle);
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('scrollend', settle);
      removeEventListener('resize', look);
    };
  }, [list, count, height]);
  return place;
}
