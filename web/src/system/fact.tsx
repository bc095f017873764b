import type { ReactNode } from 'react';
import { words } from '../words.ts';
import styles from './system-screen.module.css';

/** Shows a fact with its value and meaning, and what to do if it is bad. */
export function Fact({
  name,
  value,
  hint,
  bad = '',
}: {
  name: ReactNode;
  value: ReactNode;
  hint: ReactNode;
  /** The remedy; empty if nothing has to be done. */
  bad?: string;
}) {
  return (
    <li className={styles.fact}>
      <strong>{name}</strong>
      <div>
        <p className={styles.value}>
          {bad !== '' && <State bad />} {value}
        </p>
        <p className={styles.hint}>
          {hint} {bad !== '' && <span className={styles.remedy}>{bad}</span>}
        </p>
      </div>
    </li>
  );
}

/** Scrolls content that may be wider than a phone sideways, also by keyboard. */
export function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <section className={styles.wide} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** Shows green or red, in colour and in words. */
export function State({ bad, children }: { bad: boolean; children?: ReactNode }) {
  return (
    <span className={styles.state} data-bad={bad || undefined}>
      {children ?? (bad ? words.system.states.bad : words.system.states.good)}
    </span>
  );
}
