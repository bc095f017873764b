import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { buttonClass, type Look } from './button.tsx';
import styles from './menu.module.css';

export type MenuItem = { label: string; run: () => void; danger?: boolean; disabled?: boolean };

/** A button that opens a list of actions. The list exists only while it is open, so that hundreds of rows can each have one. */
export function Menu({
  label,
  children = <MoreIcon />,
  items,
  look = 'quiet',
  className = '',
}: {
  /** Its label for screen readers, if `children` do not provide one. */
  label?: string;
  /** The content of the button, three dots by default. */
  children?: ReactNode;
  items: MenuItem[];
  look?: Look;
  className?: string;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${buttonClass(look)} ${className}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        popoverTarget={id}
        // The browser shows or hides the list right after this handler.
        onClick={() => flushSync(() => setOpen(true))}
      >
        {children}
      </button>
      {open && (
        <div
          id={id}
          popover="auto"
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={styles.menu}
          onToggle={event => {
            if (event.newState === 'open') place(event.currentTarget);
            else setOpen(false);
          }}
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
      )}
    </>
  );
}

function MoreIcon() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" stroke="currentColor" aria-hidden="true">
      <path d="M3 8h.01M8 8h.01M13 8h.01" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

/** The arrow beside the label of a button that opens a list. */
export function OpensIcon() {
  return (
    <svg viewBox="0 0 16 16" width="12" height="12" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="m4 6.5 4 4 4-4" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** Moves the list below its button and into the window, shows it there, and focuses the first item. */
function place(menu: HTMLElement) {
  const { top, bottom, left, right } = menu.previousElementSibling!.getBoundingClientRect();
  const fits = bottom + 6 + menu.offsetHeight <= innerHeight - 8;
  menu.style.top = `${Math.max(8, fits ? bottom + 6 : top - 6 - menu.offsetHeight)}px`;
  const isMirrored = getComputedStyle(menu).direction === 'rtl';
  const most = innerWidth - 8 - menu.offsetWidth;
  menu.style.left = `${isMirrored ? Math.min(left, most) : Math.max(8, right - menu.offsetWidth)}px`;
  menu.style.visibility = 'visible';
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
  event.stopPropagation();
  items[next]?.focus();
}

function itemsOf(menu: HTMLElement): HTMLButtonElement[] {
  return [...menu.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
}
