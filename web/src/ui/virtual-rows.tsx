import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useRef,
  useSyncExternalStore,
} from 'react';
import styles from './virtual-rows.module.css';

const narrow = matchMedia('(width < 40rem)');
const overscan = 8;
/** The scroll position is rounded, so that scrolling renders a few times per screen instead of for every pixel. */
const step = 6;

/** Which of `count` rows are near the window, and how high each row is. */
export function useRowsInView(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const height = narrow.matches ? 68 : 49;
  const first = useFirstRow(list, height);
  const from = Math.min(Math.max(0, first - overscan), Math.max(0, count - 1));
  const to = Math.min(count, first + Math.ceil(innerHeight / height) + overscan + step);
  return { list, height, from, to };
}

/**
 * The row at the top of the window, or one a little before it. It is measured when the window scrolls. Measuring while React
 * renders would lay out the page again each time.
 */
function useFirstRow(list: RefObject<HTMLUListElement | null>, height: number): number {
  const first = useRef(0);
  const subscribe = useCallback(
    (draw: () => void) => {
      const look = () => {
        const top = list.current?.getBoundingClientRect().top ?? 0;
        const next = Math.max(0, Math.floor(-top / height / step) * step);
        if (next === first.current) return;
        first.current = next;
        draw();
      };
      look();
      addEventListener('scroll', look, { passive: true });
      addEventListener('resize', look);
      return () => {
        removeEventListener('scroll', look);
        removeEventListener('resize', look);
      };
    },
    [list, height],
  );
  return useSyncExternalStore(subscribe, () => first.current);
}

/**
 * Renders only the rows of a long list near the window. The list is as high as if all were rendered, and arrow keys move
 * through it.
 */
export function VirtualRows({
  view,
  count,
  label,
  row,
}: {
  view: ReturnType<typeof useRowsInView>;
  count: number;
  label: string;
  row: (index: number) => ReactNode;
}) {
  const { list, height, from, to } = view;
  const walk = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key];
    const item = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    if (!by || !item) return;
    const next = list.current?.querySelector<HTMLElement>(
      `[data-index="${Number(item.dataset.index) + by}"] a`,
    );
    if (!next) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
  };
  return (
    <ul
      ref={list}
      className={styles.list}
      style={{ height: count * height }}
      aria-label={label}
      onKeyDown={walk}
    >
      {Array.from({ length: to - from }, (_, offset) => from + offset).map(index => (
        <li
          key={index}
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          style={{ height, translate: `0 ${index * height}px` }}
        >
          {row(index)}
        </li>
      ))}
    </ul>
  );
}
