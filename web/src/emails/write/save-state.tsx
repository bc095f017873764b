import { ApiFailure } from '../../platform/failure.ts';
import { words } from '../../words.ts';
import type { Draft } from '../drafts/draft.ts';
import { unfinishedIn } from '../unfinished.ts';
import styles from './save-state.module.css';

type Shown = {
  draft: Draft;
  /** True if only the page of the email is saved. */
  isOfPage: boolean;
  /** Leads to the unfinished line of the text. */
  onJump: (line: number) => void;
};

/** Shows quietly whether the text is saved, or why it could not be. */
export function SaveState({ draft, isOfPage, onJump }: Shown) {
  const { state, error, kept } = draft.saving.use();
  if (state === 'saved' || state === 'saving')
    return (
      <span className={styles.state} role="status">
        {state === 'saving' ? words.write.saving : isOfPage ? words.write.page_saved : words.write.saved}
      </span>
    );
  const retry = () => void draft.save().catch(() => {});
  const unfinished = kept === false ? undefined : unfinishedIn(error);
  if (state === 'unfinished' && unfinished) {
    const { part, line } = unfinished;
    const isLine = part === 'body' && line !== undefined;
    return (
      <button
        type="button"
        className={styles.unfinished}
        data-tip={words.write.unfinished_reason(unfinished)}
        onClick={isLine ? () => onJump(line) : retry}
      >
        <span className={styles.full} role="status">
          {words.write.unfinished(isLine ? line : undefined)}
        </span>
        <span className={styles.short} aria-hidden="true">
          {words.write.unfinished_short}
        </span>
      </button>
    );
  }
  const detail = kept === false ? words.write.not_kept : reasonOf(error);
  return (
    <button type="button" className={styles.unsaved} data-tip={detail} onClick={retry}>
      <strong>{words.write.unsaved}</strong>
      <span role="status">{detail}</span>
    </button>
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiFailure) || error.status === 0) return words.write.kept;
  return error.status === 412 ? words.conflict.undecided : error.detail;
}
