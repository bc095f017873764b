import type { ReactNode } from 'react';
import { words } from '../words.ts';
import styles from './system-screen.module.css';

/** One thing with its value, and what it means; if it is bad, what to do. */
export function Fact({
  name,
  value,
  hint,
  bad = '',
}: {
  name: ReactNode;
  value: ReactNode;
  hint: ReactNode;
  /** What to do; empty if nothing has to be done. */
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

/** Content that may be wider than a phone: it scrolls sideways, also by keyboard. */
export function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <section className={styles.wide} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** Green or red, in colour and in words. */
export function State({ bad, children }: { bad: boolean; children?: ReactNode }) {
  return (
    <span className={styles.state} data-bad={bad || undefined}>
      {children ?? (bad ? words.system.states.bad : words.system.states.good)}
    </span>
  );
}
