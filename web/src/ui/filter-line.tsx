import type { ReactNode } from 'react';
import { FilterChip } from './chip.tsx';
import styles from './filter-line.module.css';

/** What stands above a list: a search and filters, how many rows there are, and what can be done with all of them. */
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

/** A chip for everything and one for each choice. Exactly one is on. */
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
  return (
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
}
