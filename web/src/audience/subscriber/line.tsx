import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import styles from './subscriber-screen.module.css';

/** Shows a name and its value. */
export function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows a field to change the value, or just the value to people who may not change it. */
export function Editable(props: { mayChange: boolean; value: string; children: ReactNode }) {
  const { mayChange, value, children } = props;
  if (mayChange) return children;
  return value || <span className={styles.soft}>{words.parts.nothing}</span>;
}
