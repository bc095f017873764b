import type { ReactNode } from 'react';
import styles from './legend.module.css';

/** A part of a whole. `part` is the attribute `data-part`, which chooses its colour, the CSS variable `--fill`. */
type LegendPart = { part: string; name: string; value: ReactNode };

/** The parts of a whole, each with its colour, name and number. `className` defines the colours of the parts. */
export function Legend({ parts, className }: { parts: LegendPart[]; className: string | undefined }) {
  return (
    <dl className={`${styles.legend} ${className}`}>
      {parts.map(({ part, name, value }) => (
        <div key={part}>
          <dt data-part={part}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
