import type { ReactNode } from 'react';
import { words } from '../words.ts';
import styles from './page.module.css';

/** The title of a screen, also set as the window's title, with its actions at the right. */
export function PageTitle({ children, action }: { children: string; action?: ReactNode }) {
  return (
    <header className={styles.header}>
      <title>{words.parts.title(children)}</title>
      <h1 tabIndex={-1}>{children}</h1>
      {action}
    </header>
  );
}

/** The class of a link above the title that leads back to the list. */
export const backClass: string = styles.back!;

/** The arrow of a link back. It points towards the beginning of lines. */
export function BackArrow() {
  return (
    <span className={styles.arrow} aria-hidden="true">
      ←
    </span>
  );
}

/** Short facts in a line below the title. */
export function UnderTitle({ children }: { children: ReactNode }) {
  return <p className={styles.under}>{children}</p>;
}

/** A named section of a screen. With an `id`, addresses can lead to it. */
export function Section({
  id,
  title,
  note,
  action,
  children,
}: {
  id?: string;
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 id={id} tabIndex={id ? -1 : undefined}>
          {title}
        </h2>
        {action}
      </div>
      {note && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  );
}

/** Small print below the thing that it explains. */
export function Note({ children }: { children: ReactNode }) {
  return <p className={styles.smallNote}>{children}</p>;
}

/** Rows separated by lines. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

/** A row: its title, details below, and its actions at the right. */
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

/** A form: its fields in a column, then its buttons. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}
