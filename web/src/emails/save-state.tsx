import { ApiFailure } from '../platform/failure.ts';
import { words } from '../words.ts';
import type { Draft } from './draft.ts';
import styles from './save-state.module.css';

/** Shows quietly whether the text is saved, or why it could not be. */
export function SaveState({ draft }: { draft: Draft }) {
  const { state, error } = draft.saving.use();
  if (state !== 'unsaved')
    return (
      <span className={styles.state} role="status">
        {state === 'saved' ? words.write.saved : words.write.saving}
      </span>
    );
  const detail = error instanceof ApiFailure ? error.detail : words.write.kept;
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
