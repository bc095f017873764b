import { ApiFailure } from '../platform/failure.ts';
import { words } from '../words.ts';
import type { Draft } from './draft.ts';
import styles from './save-state.module.css';

/** Shows quietly whether the text is saved, or why it could not be. */
export function SaveState({ draft }: { draft: Draft }) {
  const { state, error, kept } = draft.saving.use();
  if (state !== 'unsaved')
    return (
      <span className={styles.state} role="status">
        {state === 'saved' ? words.write.saved : words.write.saving}
      </span>
    );
  const reason = reasonOf(error);
  const detail = kept === false ? words.write.not_kept : reason;
  return (
    <button
      type="button"
      className={styles.unsaved}
      data-tip={detail}
      onClick={() => void draft.save().catch(() => {})}
    >
      <strong>{words.write.unsaved}</strong>
      <span role="status">{detail}</span>
    </button>
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiFailure) || error.status === 0) return words.write.kept;
  return error.status === 412 ? words.conflict.undecided : error.detail;
}
