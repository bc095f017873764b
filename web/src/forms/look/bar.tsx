import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { Button } from '../../ui/button.tsx';
import { DeskBar } from '../../ui/desk-bar.tsx';
import { Menu } from '../../ui/menu.tsx';
import { words } from '../../words.ts';
import type { LookDraft } from './draft.ts';
import styles from './look-screen.module.css';

type Shown = {
  draft: LookDraft;
  view: 'settings' | 'preview';
  onView: (view: 'settings' | 'preview') => void;
  /** The screen to which it leads back. */
  back: 'forms' | 'look';
};

/** Shows above the editor the link back, undo and redo, and the button that publishes. */
export function LookBar({ draft, view, onView, back }: Shown) {
  const params = { newsletter: useHere().newsletter.username };
  const mayChange = usePermission('settings', 'write');
  const named = words.look;
  const toForms = { label: named.back, to: '/$newsletter/forms', params } as const;
  const toLook = { label: named.layout.back, to: '/$newsletter/forms/look', params } as const;
  return (
    <DeskBar className={styles.bar} back={back === 'forms' ? toForms : toLook}>
      <title>{words.parts.title(back === 'forms' ? named.title : named.layout.title)}</title>
      {mayChange && (
        <>
          <span role="status" className={styles.state} data-changed={draft.isChanged || undefined}>
            {draft.isChanged ? named.changed : ''}
          </span>
          <Button
            look="quiet"
            className={styles.step}
            aria-label={named.undo}
            data-tip={named.undo}
            disabled={!draft.undo}
            onClick={draft.undo}
          >
            <Arrow />
          </Button>
          <Button
            look="quiet"
            className={styles.step}
            aria-label={named.redo}
            data-tip={named.redo}
            disabled={!draft.redo}
            onClick={draft.redo}
          >
            <Arrow isForward />
          </Button>
          {draft.isChanged && (
            <Menu label={named.more} items={[{ label: named.discard, danger: true, run: draft.discard }]} />
          )}
        </>
      )}
      <Button
        look="quiet"
        className={styles.toggle}
        onClick={() => onView(view === 'settings' ? 'preview' : 'settings')}
      >
        {view === 'settings' ? named.preview : named.settings}
      </Button>
      {mayChange && (
        <Button look="solid" busy={draft.isPublishing} disabled={!draft.isChanged} onClick={draft.publish}>
          {named.publish}
        </Button>
      )}
    </DeskBar>
  );
}

function Arrow({ isForward = false }: { isForward?: boolean }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      transform={isForward ? 'scale(-1 1)' : undefined}
    >
      <path d="M5.5 3 2.5 6l3 3M3 6h6.5a3.75 3.75 0 0 1 0 7.5H6" />
    </svg>
  );
}
