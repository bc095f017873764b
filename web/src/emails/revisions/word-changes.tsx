import { compareWords } from '../merge.ts';
import styles from './word-changes.module.css';

/** Shows a text with the words added and removed since `before`. */
export function WordChanges({ before, after }: { before: string; after: string }) {
  return (
    <p className={styles.text}>
      {compareWords(before.trimEnd(), after.trimEnd()).map(({ kind, text }, index) => {
        const Part = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name
        return <Part key={index}>{text}</Part>;
      })}
    </p>
  );
}
