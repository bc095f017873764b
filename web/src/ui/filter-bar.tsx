import { type ReactNode, useState } from 'react';
import { words } from '../words.ts';
import { Button } from './button.tsx';
import styles from './filter-bar.module.css';
import { useNarrow } from './narrow.ts';

/**
 * The fields that narrow a list, with a button that empties them. On a phone they would fill the screen, so a button opens them and says
 * how many are in use.
 */
export function FilterBar({
  used,
  onClear,
  children,
}: {
  used: number;
  onClear: () => void;
  children: ReactNode;
}) {
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const said = words.parts;
  return (
    <div className={styles.bar}>
      {isNarrow && (
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {said.filters(used)}
        </Button>
      )}
      {(!isNarrow || isOpen) && <div className={styles.fields}>{children}</div>}
      {used > 0 && (
        <Button look="quiet" onClick={onClear}>
          {said.clear_filters}
        </Button>
      )}
    </div>
  );
}
