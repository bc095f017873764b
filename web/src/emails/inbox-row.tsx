import { words } from '../words.ts';
import styles from './inbox-row.module.css';
import type { Preview } from './preview.ts';

/** The email among others in a list: what readers decide by. */
export function InboxRow({ inbox: { from, subject, preview } }: { inbox: Preview['inbox'] }) {
  return (
    <ul className={styles.list}>
      <Other />
      <li className={styles.row}>
        <strong>{from}</strong>
        <time>{words.preview.now}</time>
        <span className={styles.subject}>{subject}</span>
        <span className={styles.words}>{preview}</span>
      </li>
      <Other />
      <Other />
    </ul>
  );
}

function Other() {
  return (
    <li className={styles.other} aria-hidden="true">
      <span />
      <span />
    </li>
  );
}
