import type { EditorView } from '@codemirror/view';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { usePermission, usePlace } from '../accounts/session.ts';
import { Button } from '../ui/button.tsx';
import { Menu, MoreIcon } from '../ui/menu.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { openDraft } from './draft.ts';
import type { Fields } from './fields.ts';
import { followText, goToLine } from './follow.ts';
import { findingsAt, usePreview } from './preview.ts';
import { PreviewCard, type PreviewView } from './preview-card.tsx';
import { mayDelete, type Versioned } from './queries.ts';
import { SaveState } from './save-state.tsx';
import { Sheets } from './sheets.tsx';
import styles from './write-screen.module.css';
import { Bar } from './write-screen.tsx';
import { WrittenText } from './written-text.tsx';

type Opened = { here: Here; email: Versioned | undefined; onCreate: (id: string) => void };
/** What lies over the text. */
export type Panel = 'settings' | 'revisions' | 'delete';

/** Where an email is written, with everything that concerns it. */
export function Desk({ here, email, onCreate }: Opened) {
  const { draft, panel, show } = useDesk({ here, email, onCreate });
  const [reviewed, setReviewed] = useState<Email>();
  const [view, setView] = useState<'text' | 'preview'>('text');
  const [editor, setEditor] = useState<EditorView>();
  const fields = draft.fields.use();
  const { subject, body } = fields;
  const { findings, ...previewed } = useShown(here, email, fields);
  useEffect(
    () => (editor && previewed.place.current ? followText(editor, previewed.place.current) : undefined),
    [editor, previewed.place],
  );
  const writes = usePermission('emails', 'write');
  const role = usePlace()?.role;

  const review = () => {
    void draft.save().then(setReviewed, () => {});
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the one shortcut for everything within
    <div
      data-view={view}
      onKeyDown={event => {
        if (!(event.metaKey || event.ctrlKey) || event.key !== 'Enter' || reviewed || !writes) return;
        event.preventDefault();
        review();
      }}
    >
      <title>{words.parts.title(subject || words.write.title)}</title>
      <Bar here={here}>
        {writes && (email || subject || body) && <SaveState draft={draft} />}
        {(email || subject || body) && (
          <Menu
            label={words.emails.more(subject || words.emails.untitled)}
            items={[
              { label: words.write.settings, run: () => show('settings') },
              ...(email ? [{ label: words.revisions.title, run: () => show('revisions') }] : []),
              ...(email && mayDelete(email, role)
                ? [{ label: words.emails.delete_ask, danger: true, run: () => show('delete') }]
                : []),
            ]}
          >
            <MoreIcon />
          </Menu>
        )}
        <Button
          look="quiet"
          className={styles.toggle}
          onClick={() => setView(view === 'text' ? 'preview' : 'text')}
        >
          {view === 'text' ? words.write.preview : words.write.text}
        </Button>
        <Button look="quiet" className={styles.settings} onClick={() => show('settings')}>
          {words.write.settings}
        </Button>
        {writes && (
          <Button look="solid" onClick={review}>
            {words.write.review}
          </Button>
        )}
      </Bar>
      <main className={styles.desk}>
        <WrittenText {...{ here, email, draft, findings }} readOnly={!writes} onEditor={setEditor} />
        <PreviewCard here={here} subject={subject} {...previewed} />
      </main>
      <Sheets
        {...{ here, email, draft, panel, reviewed, show }}
        onReviewed={() => setReviewed(undefined)}
        onShowAs={address => {
          setReviewed(undefined);
          setView('preview');
          previewed.onView('mail');
          previewed.onReader(address);
        }}
        onJump={line => {
          // The closing sheet gives the focus back first.
          flushSync(() => {
            setReviewed(undefined);
            setView('text');
          });
          if (editor) goToLine(editor, line);
        }}
      />
    </div>
  );
}

/** The preview with what somebody has chosen for it, and what it has found in the text. */
function useShown(here: Here, email: Email | undefined, fields: Fields) {
  const [view, onView] = useState<PreviewView>('mail');
  const [reader, onReader] = useState<string>();
  const place = useRef<HTMLElement>(null);
  const wanted = {
    ...(reader !== undefined && { subscriber: reader }),
    ...(view === 'web' && { page: true }),
  };
  const { preview, error } = usePreview(here, email, fields, wanted);
  const findings = useMemo(() => findingsAt(preview, error), [preview, error]);
  return { preview, error, findings, view, onView, reader, onReader, place };
}

/** The draft while its screen is open: it is saved on leaving, and takes in what was saved elsewhere on coming back. */
function useDesk({ here, email, onCreate }: Opened) {
  const navigate = useNavigate({ from: '/$newsletter/emails/$email' });
  const { panel } = useSearch({ from: '/$newsletter/emails/$email' });
  const queryClient = useQueryClient();
  const [draft] = useState(() =>
    openDraft({
      here,
      queryClient,
      email,
      onCreate: made => {
        onCreate(made.id);
        const params = { newsletter: here.newsletter.username, email: made.id };
        void navigate({ params, search: kept => kept, replace: true, resetScroll: false });
      },
      onMerge: () => say(words.conflict.merged),
    }),
  );
  const show = (next: Panel | undefined) =>
    void navigate({ search: next ? { panel: next } : {}, replace: next === undefined, resetScroll: false });

  // The page may close without notifying any component.
  useEffect(() => {
    if (draft.restored) say(words.write.restored);
    const look = () => {
      if (document.visibilityState === 'hidden') draft.leave();
      else void draft.refresh();
    };
    const warn = (event: BeforeUnloadEvent) => draft.saving.get().kept === false && event.preventDefault();
    const online = () => void draft.save().catch(() => {});
    document.addEventListener('visibilitychange', look);
    addEventListener('focus', look);
    addEventListener('online', online);
    addEventListener('beforeunload', warn);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('focus', look);
      removeEventListener('online', online);
      removeEventListener('beforeunload', warn);
      draft.leave();
    };
  }, [draft]);
  return { draft, panel, show };
}
