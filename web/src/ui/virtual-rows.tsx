import { type KeyboardEvent, type ReactNode, useRef, useSyncExternalStore } from 'react';
import styles from './virtual-rows.module.css';

const narrow = matchMedia('(width < 40rem)');
const overscan = 12;
/** The scroll position is rounded, so that scrolling renders a few times per screen and not for every pixel. */
const step = 6;

function subscribe(listener: () => void) {
  addEventListener('scroll', listener, { passive: true });
  addEventListener('resize', listener);
  return () => {
    removeEventListener('scroll', listener);
    removeEventListener('resize', listener);
  };
}

/** Which of `count` rows are near the window, and how high each row is. */
export function useRowsInView(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const height = narrow.matches ? 68 : 49;
  const first = useSyncExternalStore(subscribe, () => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    return Math.max(0, Math.floor(-top / height / step) * step - overscan);
  });
  const shown = Math.ceil(innerHeight / height) + 2 * overscan + step;
  return { list, height, from: Math.min(first, Math.max(0, count - 1)), to: Math.min(count, first + shown) };
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
