import { words } from '../../words.ts';
import { blocksOf, compareBlocks } from '../merge.ts';
import styles from './word-changes.module.css';
import { WordChanges } from './word-changes.tsx';

/** Shows the changed blocks with their changed words, and counts the unchanged ones. */
export function BlockChanges({ before, after }: { before: string; after: string }) {
  const changes = compareBlocks(before, after);
  return changes.map(({ kind, text }, index) => {
    // A block in place of another is shown as a change of it.
    const next = changes[index + 1];
    const last = changes[index - 1];
    if (kind === 'added' && last?.kind === 'removed') return null;
    const key = `${index} ${kind}`;
    if (kind === 'same')
      return (
        <p key={key} className={styles.same}>
          {words.conflict.same(blocksOf(text).length)}
        </p>
      );
    if (kind === 'added') return <WordChanges key={key} before="" after={text} />;
    return <WordChanges key={key} before={text} after={next?.kind === 'added' ? next.text : ''} />;
  });
}
