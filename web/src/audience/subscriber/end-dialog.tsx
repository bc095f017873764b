import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Grant, Subscriber } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { limits } from '../../platform/limits.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { useRevoke } from './queries.ts';
import styles from './subscriber-screen.module.css';

const said = words.standing;

type Ending = { person: Subscriber; grant: Grant; onClose: () => void };

/** Ends a grant or a paid subscription of the person, with a reason. */
export function EndDialog({ person, grant, onClose }: Ending) {
  const here = useHere();
  const revoke = useRevoke(here, person);
  const [reason, setReason] = useState('');
  const ending = useMutation({
    mutationFn: () => revoke(grant.id, reason),
    onSuccess: () => {
      say(said.ended);
      onClose();
    },
  });
  const { kind } = grant;
  const isTold = (kind === 'gift' || kind === 'trial') && person.mail_state === 'subscribed';
  const isPaid = kind === 'subscription' || kind === 'one_time' || kind === 'outside';
  return (
    <FormDialog
      title={said.end_titles[kind]}
      act={said.end_act}
      danger
      action={ending}
      onSubmit={() => ending.mutate()}
      onClose={onClose}
    >
      <p className={styles.soft}>
        {said.end_detail} {isTold && said.end_told}
      </p>
      {isPaid && <p className={styles.warning}>{said.end_paid}</p>}
      <TextField
        label={said.reason}
        hint={said.reason_hint}
        value={reason}
        maxLength={limits.revoke.reason}
        onChange={({ target }) => setReason(target.value)}
        data-focus
      />
    </FormDialog>
  );
}
