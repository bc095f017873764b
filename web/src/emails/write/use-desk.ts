import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Here } from '../../accounts/newsletters.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { openDraft } from '../drafts/open-draft.ts';
import type { Versioned } from '../version.ts';
import type { Panel } from './sheets.tsx';

export type Opened = { here: Here; email: Versioned | undefined; onCreate: (id: string) => void };

/**
 * Returns the draft of an open screen. It is saved when the screen closes, and merges in changes from elsewhere when somebody comes back.
 */
export function useDesk({ here, email, onCreate }: Opened) {
  const navigate = useNavigate({ from: '/$newsletter/emails/$email' });
  const { panel } = useSearch({ from: '/$newsletter/emails/$email' });
  const [draft] = useState(() =>
    openDraft({
      here,
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
    if (draft.takeUp().restored) say(words.write.restored);
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
