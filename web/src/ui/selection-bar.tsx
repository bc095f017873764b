import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './selection-bar.module.css';

/** Offers the actions for the selected rows. It lies over the end of the list. */
export function SelectionBar({
  count,
  clear,
  onClear,
  children,
}: {
  /** The number of selected rows, in words. */
  count: string;
  /** The text of the button that clears the selection. */
  clear: string;
  onClear: () => void;
  /** The buttons of the actions. */
  children: ReactNode;
}) {
  return (
    <section className={styles.bar} aria-label={count}>
      <strong role="status">{count}</strong>
      <div className={styles.acts}>{children}</div>
      <Button look="quiet" onClick={onClear}>
        {clear}
      </Button>
    </section>
  );
}
