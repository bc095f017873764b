import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Grant, Subscriber } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { limits } from '../../platform/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Fields } from '../../ui/page.tsx';
import { Failure } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { useRevoke } from './queries.ts';
import styles from './subscriber-screen.module.css';

const said = words.standing;

type Ending = { person: Subscriber; grant: Grant; onClose: () => void };

/** Ends what the person was given or has paid for, with a reason. */
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
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ending.mutate();
  };
  const { kind } = grant;
  const isTold = (kind === 'gift' || kind === 'trial') && person.mail_state === 'subscribed';
  const isPaid = kind === 'subscription' || kind === 'one_time' || kind === 'outside';
  return (
    <Dialog title={said.end_titles[kind]} onClose={onClose}>
      <form onSubmit={submit}>
        <Fields>
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
        </Fields>
        {ending.error && <Failure error={ending.error} />}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" look="danger" busy={ending.isPending}>
            {said.end_act}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
