import type { ReactNode } from 'react';
import styles from './table.module.css';

/** A table of figures: the first cell of a row is its name. */
export function Table({ heads, rows }: { heads: readonly string[]; rows: readonly ReactNode[][] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name
          <tr key={row}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={heads[column + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
