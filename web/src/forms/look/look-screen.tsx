import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { errorAt } from '../../platform/failure.ts';
import { isPressed, keys } from '../../platform/keys.ts';
import { Failure } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { LookBar } from './bar.tsx';
import { useLookDraft } from './draft.ts';
import { Groups } from './groups.tsx';
import { type EditedField, editedFields } from './look-fields.ts';
import styles from './look-screen.module.css';
import { LookPreview, useLookPreview } from './preview.tsx';

/** Edits the look of a newsletter beside what readers will see. Nothing is public until it is published. */
export function LookScreen() {
  const here = useHere();
  const edited = useLookDraft(here);
  const mayChange = usePermission('settings', 'write');
  const [view, setView] = useState<'settings' | 'preview'>('settings');
  const { findings, error, ...preview } = useLookPreview(here, edited);
  // A look that cannot be previewed could not be published either.
  const draft = { ...edited, wrong: (name: EditedField) => edited.wrong(name) ?? errorAt(error, name) };
  const isAtField = editedFields.some(draft.wrong);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles two shortcuts for everything within
    <div
      className={styles.screen}
      data-view={view}
      onKeyDown={event => {
        // Text fields have their own undo.
        if (
          event.target instanceof HTMLElement &&
          event.target.matches('textarea, input[type="text"], input:not([type])')
        )
          return;
        const act = isPressed(event, keys.writing.undo)
          ? draft.undo
          : isPressed(event, keys.writing.redo)
            ? draft.redo
            : undefined;
        if (!act) return;
        event.preventDefault();
        act();
      }}
    >
      <LookBar draft={draft} view={view} onView={setView} back="forms" />
      <main className={styles.desk}>
        <div className={styles.panel}>
          <h1 tabIndex={-1}>{words.look.title}</h1>
          {!mayChange && <p className={styles.note}>{words.forms.reading}</p>}
          {draft.error && !isAtField && <Failure error={draft.error} />}
          <fieldset disabled={!mayChange}>
            <Groups here={here} draft={draft} findings={findings} />
          </fieldset>
        </div>
        <LookPreview {...preview} error={draft.error || isAtField ? null : error} />
      </main>
    </div>
  );
}
