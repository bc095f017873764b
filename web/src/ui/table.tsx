import type { ReactNode } from 'react';
import styles from './table.module.css';

const most = 4;

/** A table of figures. The first cell of a row is its name. On a phone, the cells of a wide table become a list below the name. */
export function Table({ heads, rows }: { heads: readonly string[]; rows: readonly ReactNode[][] }) {
  const isWide = heads.length > most;
  return (
    <table className={isWide ? `${styles.table} ${styles.wide}` : styles.table}>
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
              <td key={heads[column + 1]} data-head={isWide ? heads[column + 1] : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
