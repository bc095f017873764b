import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Automation } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Segments } from '../ui/segments.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './feed-screen.module.css';

const named = words.feed;

/** Follows the feed again. The posts of the pause are skipped unless somebody wants them mailed. */
export function ResumeDialog({
  here,
  feed,
  onDone,
  onClose,
}: {
  here: Here;
  feed: Automation;
  onDone: () => Promise<void>;
  onClose: () => void;
}) {
  const [posts, setPosts] = useState<'skip' | 'mail'>('skip');
  const resume = useMutation({
    mutationFn: () =>
      here.api.patch('/v1/external_feeds/{id}', {
        params: { id: feed.id },
        body: { status: 'active', catch_up: posts === 'mail' },
      }),
    onSuccess: () => {
      say(named.resumed);
      onClose();
      return onDone();
    },
  });
  const { resume_title, choice, choices } = named.pause_dialog;
  return (
    <FormDialog
      title={resume_title}
      act={named.resume}
      action={resume}
      onSubmit={() => resume.mutate()}
      onClose={onClose}
    >
      <div className={styles.choice}>
        <span>{choice}</span>
        <Segments label={choice} value={posts} options={choices} onChange={setPosts} />
      </div>
    </FormDialog>
  );
}
