import type { ReactNode } from 'react';
import styles from './list-row.module.css';

/** The class of the row itself, which may be a link to what it shows. */
export const listRowClass: string = styles.row!;

/** What a row of a long list shows: what it is, a word about it, and when; on a phone the latter two stand below. */
export function ListRow({ title, mark, date }: { title: ReactNode; mark: ReactNode; date: ReactNode }) {
  return (
    <>
      <span className={styles.title}>{title}</span>
      {mark}
      <span className={styles.date}>{date}</span>
    </>
  );
}

/** The room of a row that is on its way. */
export function ListRowWaiting({ index }: { index: number }) {
  return (
    <div className={styles.waiting} aria-hidden="true">
      <span style={{ width: `${40 + ((index * 17) % 35)}%` }} />
    </div>
  );
}
