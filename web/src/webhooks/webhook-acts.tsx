import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Operations, Webhook } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { SecretOnce } from '../accounts/secret-once.tsx';
import { queryClient } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Confirmation, Dialog } from '../ui/dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { ResumeDialog } from './resume-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { webhooksKey } from './webhook-queries.ts';
import styles from './webhook-screen.module.css';

const said = words.webhooks;
type Changes = Operations['patch']['/v1/webhooks/{id}']['body'];

/** Offers the actions for a webhook. */
export function WebhookActs({ webhook }: { webhook: Webhook }) {
  const here = useHere();
  const { id, status } = webhook;
  const navigate = useNavigate({ from: '/$newsletter/settings/webhooks/$webhook' });
  const [asked, setAsked] = useState<'edit' | 'key' | 'replay' | 'resume' | 'delete'>();
  const [secret, setSecret] = useState<string>();
  const close = () => setAsked(undefined);
  const forget = () => queryClient.invalidateQueries({ queryKey: webhooksKey(here) });
  const params = { id };
  const patch = (body: Changes) => here.api.patch('/v1/webhooks/{id}', { params, body });
  const test = useMutation({
    mutationFn: () => here.api.post('/v1/webhooks/{id}/test', { params, body: {} }),
    onSuccess: async ({ id: attempt, outcome }) => {
      say(outcome === 'succeeded' ? said.tested : said.test_failed);
      await forget();
      await navigate({ search: before => ({ ...before, attempt }), resetScroll: false });
    },
  });
  const isPaused = status === 'disabled';
  const pause = useMutation({
    mutationFn: () => patch({ status: 'disabled' }),
    onSuccess: () => {
      say(said.was_paused);
      return forget();
    },
  });
  return (
    <div className={styles.acts}>
      <Button busy={test.isPending} onClick={() => test.mutate()}>
        {said.test}
      </Button>
      {isPaused && (
        <Button look="solid" onClick={() => setAsked('resume')}>
          {said.resume}
        </Button>
      )}
      <Menu
        label={said.more}
        items={[
          { label: said.edit, run: () => setAsked('edit') },
          { label: said.replay, run: () => setAsked('replay') },
          { label: said.new_key, run: () => setAsked('key') },
          ...(isPaused ? [] : [{ label: said.pause, run: () => pause.mutate() }]),
          { label: said.remove, run: () => setAsked('delete'), danger: true },
        ]}
      />
      {(test.error ?? pause.error) && <Failure error={test.error ?? pause.error} />}
      {asked === 'edit' && <WebhookForm webhook={webhook} onSaved={close} onClose={close} />}
      {asked === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {asked === 'resume' && (
        <ResumeDialog
          webhook={webhook}
          since={webhook.disabled_date ?? webhook.modification_date}
          onClose={close}
        />
      )}
      {asked === 'key' && (
        <Confirmation
          title={said.new_key_title}
          act={said.new_key_act}
          run={() => patch({ signing_key: null })}
          onDone={({ signing_key }) => {
            close();
            setSecret(signing_key);
          }}
          onClose={close}
        >
          {said.new_key_detail}
        </Confirmation>
      )}
      {asked === 'delete' && (
        <Confirmation
          title={said.delete_title}
          act={said.delete_act}
          run={() => here.api.delete('/v1/webhooks/{id}', { params })}
          done={said.deleted}
          onDone={async () => {
            await navigate({ to: '/$newsletter/settings/webhooks' });
            await forget();
          }}
          onClose={close}
        >
          {said.delete_detail}
        </Confirmation>
      )}
      {secret && (
        <Dialog title={said.new_key} onClose={() => setSecret(undefined)} hide_title>
          <SecretOnce secret={secret} note={said.secret_once} onDone={() => setSecret(undefined)} />
        </Dialog>
      )}
    </div>
  );
}
