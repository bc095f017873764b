import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId } from 'react';
import { buttonClass, type Look } from './button.tsx';
import styles from './menu.module.css';

type Item = { label: string; run: () => void; danger?: boolean; disabled?: boolean };

/** A button that opens a list of actions. */
export function Menu({
  label,
  children,
  items,
  look = 'quiet',
}: {
  /** Its label for screen readers, if `children` do not provide one. */
  label?: string;
  children: ReactNode;
  items: Item[];
  look?: Look;
}) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={buttonClass(look)}
        aria-label={label}
        aria-haspopup="menu"
        aria-controls={id}
        popoverTarget={id}
      >
        {children}
      </button>
      <div
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onToggle={place}
        onKeyDown={walk}
      >
        {items.map(({ label, run, danger, disabled }) => (
          <button
            key={label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={disabled}
            className={danger ? styles.danger : undefined}
            onMouseMove={event => event.currentTarget.focus()}
            onClick={event => {
              event.currentTarget.parentElement?.hidePopover();
              run();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </>
  );
}

/** Shows the list below its button and within the window, with the focus on the first item. */
function place({ currentTarget: menu, newState }: ToggleEvent<HTMLDivElement>) {
  if (newState !== 'open') return;
  const button = document.querySelector(`[popovertarget="${CSS.escape(menu.id)}"]`);
  const { bottom, right } = button!.getBoundingClientRect();
  menu.style.top = `${Math.min(bottom + 6, innerHeight - menu.offsetHeight - 8)}px`;
  menu.style.left = `${Math.max(8, right - menu.offsetWidth)}px`;
  itemsOf(menu)[0]?.focus();
}

function walk(event: KeyboardEvent<HTMLDivElement>) {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  const next = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }[event.key];
  if (event.key === 'Tab') event.currentTarget.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}

function itemsOf(menu: HTMLElement): HTMLButtonElement[] {
  return [...menu.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
}
