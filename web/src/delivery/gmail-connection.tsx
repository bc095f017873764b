import { useState } from 'react';
import { proven, useProven } from '../accounts/me.ts';
import type { Here } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { textOf } from '../platform/form.ts';
import { Button } from '../ui/button.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { say } from '../ui/toast.tsx';
import { gmail as said } from '../words/gmail.ts';
import styles from './gmail-figures.module.css';

/** Connects or disconnects Gmail's Postmaster Tools for the whole installation. */
export function GmailConnection({ here, isConnected }: { here: Here; isConnected: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className={styles.acts}>
      <Button onClick={() => setOpen(true)}>{isConnected ? said.disconnect : said.connect}</Button>
      {isOpen &&
        (isConnected ? <Disconnect here={here} onClose={close} /> : <Connect here={here} onClose={close} />)}
    </div>
  );
}

const forget = ({ newsletter }: Here) =>
  queryClient.invalidateQueries({ queryKey: ['newsletter', newsletter.id, 'gmail'] });

function Connect({ here, onClose }: { here: Here; onClose: () => void }) {
  const save = useProven(
    (form: FormData) => here.api.put('/v1/postmaster', { body: { key: textOf(form, 'key') } }),
    () => {
      say(said.connected);
      void forget(here);
      onClose();
    },
  );
  return (
    <FormDialog
      title={said.connect_title}
      act={said.connect_act}
      action={save}
      shown={['key']}
      onSubmit={form => save.mutate(form)}
      onClose={onClose}
    >
      <p>{said.connect_hint}</p>
      <TextField
        name="key"
        label={said.key}
        hint={said.key_hint}
        error={errorAt(save.error, 'key')}
        rows={6}
        required
        spellCheck={false}
        autoComplete="off"
        data-focus
      />
    </FormDialog>
  );
}

function Disconnect({ here, onClose }: { here: Here; onClose: () => void }) {
  return (
    <Confirmation
      title={said.disconnect_title}
      act={said.disconnect_act}
      run={() => proven(() => here.api.delete('/v1/postmaster'))}
      done={said.disconnected}
      onDone={() => {
        void forget(here);
        onClose();
      }}
      onClose={onClose}
    >
      {said.disconnect_detail}
    </Confirmation>
  );
}
