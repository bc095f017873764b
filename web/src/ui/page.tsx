import type { ReactNode } from 'react';
import { words } from '../words.ts';
import styles from './page.module.css';

/** The title of a screen, in the window's title as well, with what one does there at its right. */
export function PageTitle({ children, action }: { children: string; action?: ReactNode }) {
  return (
    <header className={styles.header}>
      <title>{words.parts.title(children)}</title>
      <h1 tabIndex={-1}>{children}</h1>
      {action}
    </header>
  );
}

/** A part of a screen with a name of its own. */
export function Section({
  title,
  note,
  action,
  children,
}: {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {action}
      </div>
      {note && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  );
}

/** Rows below each other, with a line between. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

/** A row: what it is, more about it below, and what can be done at its right. */
export function Row({ title, note, action }: { title: ReactNode; note?: ReactNode; action?: ReactNode }) {
  return (
    <li className={styles.row}>
      <div>
        <div className={styles.rowTitle}>{title}</div>
        {note && <div className={styles.rowNote}>{note}</div>}
      </div>
      {action}
    </li>
  );
}

/** A form: fields below each other, then its buttons. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}
