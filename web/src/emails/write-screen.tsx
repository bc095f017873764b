import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Email } from '../../../src/client/schema.ts';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { usePermission, usePlace } from '../accounts/session.ts';
import { Button } from '../ui/button.tsx';
import { Menu, MoreIcon } from '../ui/menu.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { openDraft } from './draft.ts';
import { PlainEditor } from './editor/plain-editor.tsx';
import { useKnown } from './known.ts';
import { PreviewCard } from './preview-card.tsx';
import { emailQuery, mayDelete } from './queries.ts';
import { SaveState } from './save-state.tsx';
import { uploadImage } from './upload.ts';
import styles from './write-screen.module.css';

const Editor = lazy(() => import('./editor/editor.tsx').then(file => ({ default: file.Editor })));
const DeleteDialog = lazy(() => import('./delete-dialog.tsx').then(file => ({ default: file.DeleteDialog })));
const ReviewSheet = lazy(() => import('./review-sheet.tsx').then(file => ({ default: file.ReviewSheet })));

/** The writing screen: the text, and next to it the mail as readers will get it. */
export function WriteScreen() {
  const here = useHere();
  const { email: id } = useParams({ from: '/$newsletter/emails/$email' });
  const [created, setCreated] = useState<string>();
  const isNew = id === 'new' || id === created;
  const { data, error, refetch } = useQuery({ ...emailQuery(here, id), enabled: id !== 'new' });
  if (error && !data) return <Problem here={here} error={error} retry={() => void refetch()} />;
  if (!data && !isNew) return <Problem here={here} />;
  // The same screen continues when the first save gives the email its address.
  const key = isNew ? 'new' : id;
  return <Desk key={key} here={here} email={data} onCreate={setCreated} />;
}

function Problem({ here, error, retry }: { here: Here; error?: unknown; retry?: () => void }) {
  return (
    <div className={styles.screen}>
      <Bar here={here} />
      <main className={styles.problem}>
        {error ? <Failure error={error} {...(retry && { retry })} /> : <Skeleton lines={5} />}
      </main>
    </div>
  );
}

function Bar({ here, children }: { here: Here; children?: React.ReactNode }) {
  return (
    <header className={styles.bar}>
      <Link
        to="/$newsletter/emails"
        params={{ newsletter: here.newsletter.username }}
        className={styles.back}
      >
        <span aria-hidden="true">← </span>
        <span>{words.write.back}</span>
      </Link>
      {children}
    </header>
  );
}

function Desk({
  here,
  email,
  onCreate,
}: {
  here: Here;
  email: Email | undefined;
  onCreate: (id: string) => void;
}) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [draft] = useState(() =>
    openDraft(here, queryClient, email, made => {
      onCreate(made.id);
      const params = { newsletter: here.newsletter.username, email: made.id };
      void navigate({ to: '/$newsletter/emails/$email', params, replace: true, resetScroll: false });
    }),
  );
  const [reviewed, setReviewed] = useState<Email>();
  const [view, setView] = useState<'text' | 'preview'>('text');
  const { subject, body } = draft.fields.use();
  const known = useKnown(here);
  const writes = usePermission('emails', 'write');
  const role = usePlace()?.role;
  const [deletes, setDeletes] = useState(false);

  // The page may close without notifying any component.
  useEffect(() => {
    if (draft.restored) say(words.write.restored);
    const hide = () => document.visibilityState === 'hidden' && draft.leave();
    document.addEventListener('visibilitychange', hide);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      draft.leave();
    };
  }, [draft]);

  const review = () => void draft.save().then(setReviewed, () => {});
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the one shortcut for everything within
    <div
      className={styles.screen}
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
        {email && mayDelete(email, role) && (
          <Menu
            label={words.emails.more(subject || words.emails.untitled)}
            items={[{ label: words.emails.delete_ask, danger: true, run: () => setDeletes(true) }]}
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
        {writes && (
          <Button look="solid" onClick={review}>
            {words.write.review}
          </Button>
        )}
      </Bar>
      <main className={styles.desk}>
        <div className={styles.text}>
          <h1>
            <textarea
              className={styles.subject}
              aria-label={words.write.subject}
              placeholder={words.write.subject_hint}
              rows={1}
              maxLength={2000}
              value={subject}
              readOnly={!writes}
              // biome-ignore lint/a11y/noAutofocus: a new email starts with its subject
              autoFocus={email === undefined}
              onChange={event => draft.change({ subject: event.target.value.replace(/\n/g, ' ') })}
              onKeyDown={event => {
                if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return;
                event.preventDefault();
                document.getElementById('body')?.focus();
              }}
            />
          </h1>
          <Suspense fallback={<PlainEditor value={body} onChange={text => draft.change({ body: text })} />}>
            <Editor
              value={body}
              readOnly={!writes}
              known={known}
              findings={[]}
              upload={uploadImage(here)}
              onChange={text => draft.change({ body: text })}
            />
          </Suspense>
        </div>
        <PreviewCard here={here} email={email} subject={subject} body={body} />
      </main>
      <Suspense>
        {reviewed && (
          <ReviewSheet here={here} email={reviewed} draft={draft} onClose={() => setReviewed(undefined)} />
        )}
        {email && deletes && (
          <DeleteDialog
            here={here}
            email={email}
            onClose={() => setDeletes(false)}
            onDeleted={() => {
              draft.discard();
              const params = { newsletter: here.newsletter.username };
              void navigate({ to: '/$newsletter/emails', params, replace: true });
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
