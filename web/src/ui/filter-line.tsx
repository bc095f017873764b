import { type ReactNode, useState } from 'react';
import { words } from '../words.ts';
import { Button } from './button.tsx';
import { FilterChip } from './chip.tsx';
import styles from './filter-line.module.css';
import { useNarrow } from './narrow.ts';

/** The line above a list: a search and filters, the number of rows, and actions on all of them. */
export function FilterLine({
  count,
  action,
  children,
}: {
  count: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.tools}>
      {children}
      <span>{count}</span>
      {action}
    </div>
  );
}

/**
 * A chip for everything and one for each choice. Exactly one is on. On a phone they would fill the screen, so a button opens them, and only
 * the chosen one stands beside it.
 */
export function ChoiceChips<Choice extends string>({
  all,
  choices,
  names,
  chosen,
  onChoose,
}: {
  /** The name of the chip for everything. */
  all: string;
  choices: readonly Choice[];
  names: Record<Choice, string>;
  chosen: Choice | undefined;
  onChoose: (choice: Choice | undefined) => void;
}) {
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const chips = (
    <>
      <FilterChip on={chosen === undefined} onChange={() => onChoose(undefined)}>
        {all}
      </FilterChip>
      {choices.map(one => (
        <FilterChip key={one} on={chosen === one} onChange={() => onChoose(one)}>
          {names[one]}
        </FilterChip>
      ))}
    </>
  );
  if (!isNarrow) return chips;
  return (
    <>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {words.parts.filters(chosen === undefined ? 0 : 1)}
      </Button>
      {isOpen ? (
        <div className={styles.choices}>{chips}</div>
      ) : (
        chosen !== undefined && (
          <FilterChip on onChange={() => onChoose(undefined)}>
            {names[chosen]}
          </FilterChip>
        )
      )}
    </>
  );
}
