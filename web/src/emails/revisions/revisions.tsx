import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Email, EmailRevisionEntry } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import type { Draft } from '../drafts/draft.ts';
import { restoredFields, useMayChange, whyFixed } from '../open-fields.ts';
import { emailsKey } from '../queries.ts';
import { BlockChanges } from './block-changes.tsx';
import styles from './revisions.module.css';
import { WordChanges } from './word-changes.tsx';

type Opened = { email: Email; draft: Draft; onClose: () => void };

/** Shows the email at the end of each sitting, what has changed since, and a button to restore it. */
export function Revisions({ email, draft, onClose }: Opened) {
  const here = useHere();
  const [number, setNumber] = useState<number>();
  const list = useQuery({
    queryKey: [...emailsKey(here), email.id, 'revisions'],
    queryFn: async () => {
      // Unsaved text belongs to the present version.
      await draft.save().catch(() => {});
      const params = { id: email.id };
      return here.api.get('/v1/emails/{id}/revisions', { params, query: { page_size: 200 } });
    },
    staleTime: 0,
    gcTime: 0,
  });
  const entries = list.data?.results ?? [];
  const earlier = entries.filter(({ is_current }) => !is_current);
  // If there are several, the newest is the one that was mailed.
  const mailed = whyFixed(email) && earlier.find(({ kept_for }) => kept_for === 'send')?.number;
  const shown = number ?? mailed ?? earlier[0]?.number;
  return (
    <Dialog kind="wide" title={words.revisions.title} onClose={onClose}>
      {list.error ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Skeleton lines={4} />
      ) : earlier.length === 0 ? (
        <>
          <p className={styles.none}>{words.revisions.none}</p>
          <DialogButtons>
            <Button onClick={onClose}>{words.parts.close}</Button>
          </DialogButtons>
        </>
      ) : (
        <div className={styles.columns}>
          <ol className={styles.list}>
            {earlier.map(entry => (
              <li key={entry.number}>
                <Entry
                  entry={entry}
                  isMailed={entry.number === mailed}
                  isShown={entry.number === shown}
                  onShow={setNumber}
                />
              </li>
            ))}
          </ol>
          {shown !== undefined && (
            <Compared key={shown} email={email} draft={draft} number={shown} onClose={onClose} />
          )}
        </div>
      )}
    </Dialog>
  );
}

type Listed = {
  entry: EmailRevisionEntry;
  /** True if this is the version that people got. */
  isMailed: boolean;
  isShown: boolean;
  onShow: (number: number) => void;
};

function Entry({ entry, isMailed, isShown, onShow }: Listed) {
  const here = useHere();
  const { number, end_date, author, words_added, words_removed } = entry;
  return (
    <button
      type="button"
      className={styles.entry}
      aria-current={isShown || undefined}
      onClick={() => onShow(number)}
    >
      <Time at={end_date} zone={here.newsletter.timezone} precise />
      <small>
        {isMailed && `${words.revisions.mailed} · `}
        {words.revisions.by(author?.name ?? words.revisions.somebody)} ·{' '}
        {words.revisions.changed(words_added, words_removed)}
      </small>
    </button>
  );
}

function Compared({ email, draft, number, onClose }: Opened & { number: number }) {
  const here = useHere();
  const mayRestore = useMayChange(email)('body');
  const params = { id: email.id, number: String(number) };
  const { data, error } = useQuery({
    queryKey: [...emailsKey(here), email.id, 'revisions', number],
    queryFn: () => here.api.get('/v1/emails/{id}/revisions/{number}', { params }),
  });
  const fields = restoredFields(email);
  const restore = useMutation({
    mutationFn: async () => {
      await draft.save();
      await here.api.post('/v1/emails/{id}/revisions/{number}/restore', {
        params,
        body: fields ? { fields: [...fields] } : {},
      });
      await draft.refresh();
    },
    onSuccess: () => {
      say(words.revisions.restored);
      onClose();
    },
  });
  const now = draft.fields.get();
  if (error) return <Failure error={error} />;
  if (!data) return <Skeleton lines={4} />;
  return (
    <section className={styles.compared} aria-label={words.revisions.compare}>
      <h3>{words.revisions.compare}</h3>
      {data.subject !== now.subject && <WordChanges before={data.subject} after={now.subject} />}
      {data.body === now.body ? (
        <p className={styles.none}>{words.revisions.same}</p>
      ) : (
        <BlockChanges before={data.body} after={now.body} />
      )}
      {restore.error && <Failure error={restore.error} />}
      <DialogButtons>
        <Button onClick={onClose}>{words.parts.close}</Button>
        {mayRestore && (
          <Button look="solid" busy={restore.isPending} onClick={() => restore.mutate()}>
            {words.revisions.restore}
          </Button>
        )}
      </DialogButtons>
    </section>
  );
}
