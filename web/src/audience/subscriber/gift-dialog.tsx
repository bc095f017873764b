import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Subscriber } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { errorAt } from '../../platform/failure.ts';
import { CheckField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { endOfDay, GiftFields } from '../gift-fields.tsx';
import { useGive } from './queries.ts';
import styles from './subscriber-screen.module.css';

const said = words.standing;

type Giving = { person: Subscriber; onClose: () => void };

/** Gives the person access to everything, until a day or without an end, with a message. */
export function GiftDialog({ person, onClose }: Giving) {
  const here = useHere();
  const { email_address, mail_state } = person;
  const maySend = usePermission('sending', 'write');
  const isMailed = mail_state === 'subscribed' && maySend;
  const give = useGive(here, person);
  const [gift, setGift] = useState({ end: '', message: '' });
  const [isTold, setTold] = useState(true);
  const giving = useMutation({
    mutationFn: () =>
      give({
        // Without a message, the grant is free access instead of a gift.
        kind: isTold && maySend ? 'gift' : 'comp',
        end_date: endOfDay(gift.end, here.newsletter.timezone),
        message: gift.message,
      }),
    onSuccess: () => {
      say(said.given(email_address));
      onClose();
    },
  });
  const wrong = errorAt(giving.error, 'end_date');
  return (
    <FormDialog
      title={said.give_title}
      act={said.give_act}
      action={giving}
      shown={['end_date']}
      onSubmit={() => giving.mutate()}
      onClose={onClose}
    >
      <p className={styles.soft}>{said.give_detail}</p>
      <GiftFields gift={gift} error={wrong && said.end_passed} onChange={setGift} />
      <CheckField
        label={said.tell}
        hint={isMailed ? said.tell_hint : maySend ? said.tell_none : said.tell_may_not}
        disabled={!isMailed}
        checked={isMailed && isTold}
        onChange={({ target }) => setTold(target.checked)}
      />
    </FormDialog>
  );
}
