import type { ReactNode } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { DeskBar } from '../../ui/desk-bar.tsx';
import { words } from '../../words.ts';
import styles from './write-screen.module.css';

/** Shows the link back above the text, and the actions at the right. */
export function Bar({ children }: { children?: ReactNode }) {
  const newsletter = useHere().newsletter.username;
  return (
    <DeskBar
      className={styles.bar}
      back={{ label: words.write.back, to: '/$newsletter/emails', params: { newsletter } }}
    >
      {children}
    </DeskBar>
  );
}
