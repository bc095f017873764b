import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { day_ms } from '../platform/durations.ts';
import { readLocal, writeLocal } from '../platform/time.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Failure } from '../ui/state.tsx';
import { words } from '../words.ts';
import { isLimited, onlyOf } from './only.ts';
import { replay, replayCountQuery } from './webhook-queries.ts';
import styles from './webhook-screen.module.css';

const said = words.webhooks;

/** Sends all events of the webhook's kinds since a moment again, and links to the bulk action for it. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const here = useHere();
  const { timezone, username: newsletter } = here.newsletter;
  const navigate = useNavigate();
  // The usual reason is a time in which the webhook failed.
  const [local, setLocal] = useState(() => {
    const trouble = webhook.disabled_date ?? webhook.failing_since ?? webhook.last_success_date;
    return writeLocal(trouble ? new Date(trouble) : new Date(Date.now() - day_ms), timezone);
  });
  const since = local === '' ? '' : readLocal(local, timezone).toISOString();
  const count = useQuery(replayCountQuery(here, webhook, since));
  const run = useMutation({
    mutationFn: () => replay(here, webhook, since),
    onSuccess: action =>
      'id' in action
        ? navigate({
            to: '/$newsletter/subscribers/actions/$action',
            params: { newsletter, action: action.id },
          })
        : undefined,
  });
  const isPaused = webhook.status === 'disabled';
  return (
    <Dialog title={said.replay_title} onClose={onClose}>
      <div className={styles.replay}>
        <p>{said.replay_detail}</p>
        <Field
          type="datetime-local"
          label={said.replay_since}
          value={local}
          max={writeLocal(new Date(), timezone)}
          onChange={({ target }) => setLocal(target.value)}
        />
        <p aria-live="polite">
          {isPaused
            ? said.replay_paused
            : count.data === undefined
              ? since !== '' && !count.error && said.replay_counting
              : (isLimited(onlyOf(webhook)) ? said.replay_most : said.replay_count)(count.data)}
        </p>
        {(run.error ?? count.error) && <Failure error={run.error ?? count.error} />}
      </div>
      <DialogButtons onCancel={onClose}>
        <Button
          look="solid"
          busy={run.isPending}
          disabled={isPaused || !count.data}
          onClick={() => run.mutate()}
        >
          {said.replay_act}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
