import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import styles from './subscriber-screen.module.css';

/** A name and its value. */
export function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The field to change a value, or just the value for those who may not. */
export function Editable(props: { mayChange: boolean; value: string; children: ReactNode }) {
  const { mayChange, value, children } = props;
  if (mayChange) return children;
  return value || <span className={styles.soft}>{words.parts.nothing}</span>;
}
