import type { ReactNode } from 'react';
import styles from './list-row.module.css';

/** The class of the row, which may be a link to its item. */
export const listRowClass: string = styles.row!;

/** A row of a long list: a title, a short note and a time. On a phone, the note and the time are below the title. */
export function ListRow({ title, mark, date }: { title: ReactNode; mark: ReactNode; date: ReactNode }) {
  return (
    <>
      <span className={styles.title}>{title}</span>
      {mark}
      <span className={styles.date}>{date}</span>
    </>
  );
}

/** The placeholder of a row that is loading. */
export function ListRowWaiting({ index }: { index: number }) {
  return (
    <div className={styles.waiting} aria-hidden="true">
      <span style={{ width: `${40 + ((index * 17) % 35)}%` }} />
    </div>
  );
}
