import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { isPressed, keys } from '../platform/keys.ts';
import { isTyping } from '../platform/typing.ts';
import type { useRowsInView } from './rows-in-view.ts';
import styles from './virtual-rows.module.css';

/**
 * Renders only those rows of a long list that are near the window. The list is as high as if all rows were rendered, and arrow keys move
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
  const { list, height, whole, from, to, offset } = view;
  const walk = (event: KeyboardEvent) => {
    const by = isPressed(event, keys.lists.next) ? 1 : isPressed(event, keys.lists.previous) ? -1 : 0;
    const item = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    if (by === 0 || !item) return;
    const next = list.current?.querySelector<HTMLElement>(
      `[data-index="${Number(item.dataset.index) + by}"] a`,
    );
    if (!next) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
  };
  return (
    <ul ref={list} className={styles.list} style={{ height: whole }} aria-label={label} onKeyDown={walk}>
      {Array.from({ length: to - from }, (_, offset) => from + offset).map(index => (
        <li
          key={index}
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          style={{ height, translate: `0 ${index * height - offset}px` }}
        >
          {row(index)}
        </li>
      ))}
    </ul>
  );
}

const walking = [...keys.lists.next, ...keys.lists.previous];

type ListKeys = {
  /** Called when x is pressed on this row. */
  choose: (index: number) => void;
  /** Called when Escape is pressed. */
  leave: () => void;
};

/**
 * Handles keys wherever the focus is, while nothing covers the page: j, k and the arrows enter the list (VirtualRows handles them within
 * it), x chooses a row, / goes to the search field.
 */
export function useListKeys(list: RefObject<HTMLUListElement | null>, { choose, leave }: ListKeys): void {
  const press = useRef<(event: globalThis.KeyboardEvent) => void>(undefined);
  const last = useRef<string>(undefined);
  useEffect(() => {
    press.current = event => {
      const row = document.activeElement?.closest<HTMLElement>('[data-index]');
      const isWithin = row && list.current?.contains(row);
      if (isWithin) last.current = row.dataset.index;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (document.querySelector('dialog[open], [role=menu]:popover-open')) return;
      const search = document.querySelector<HTMLElement>('input[type=search]');
      if (isPressed(event, keys.lists.find) && search) search.focus();
      else if (event.key === 'Escape') leave();
      else if (isPressed(event, keys.lists.choose) && isWithin) choose(Number(row.dataset.index));
      else if (isPressed(event, walking) && !isWithin && isFree(event)) enter(list.current, last.current);
      else return;
      event.preventDefault();
    };
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => press.current?.(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** Returns false for arrows unless nothing has the focus, because arrows scroll the page and belong to many controls. */
function isFree({ key }: globalThis.KeyboardEvent): boolean {
  return !key.startsWith('Arrow') || document.activeElement === document.body;
}

/** Focuses the row that had the focus last, if it is in the window, or else the first row in the window. */
function enter(list: HTMLUListElement | null, last: string | undefined): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
  const shown = rows.filter(row => topOf(row) >= 0 && topOf(row) < innerHeight);
  const first = shown.toSorted((a, b) => topOf(a) - topOf(b))[0];
  const row = shown.find(({ dataset }) => dataset.index === last) ?? first;
  row?.querySelector('a')?.focus();
}

function topOf(element: HTMLElement): number {
  return element.getBoundingClientRect().top;
}
