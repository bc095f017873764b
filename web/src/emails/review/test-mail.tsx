import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Email } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { sessionQuery } from '../../accounts/session.ts';
import { submitted, textOf } from '../../platform/form.ts';
import { keys } from '../../platform/keys.ts';
import { Button } from '../../ui/button.tsx';
import { Key } from '../../ui/chip.tsx';
import { Field } from '../../ui/field.tsx';
import { Failure } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import styles from './schedule-form.module.css';

/** Sends a test to the signed-in person, or to other addresses. */
export function TestMail({ email }: { email: Email }) {
  const here = useHere();
  const { data: session } = useQuery(sessionQuery);
  const [asks, setAsks] = useState(false);
  const own = session?.person?.email_address || here.newsletter.from_address;
  const send = useMutation({
    mutationFn: (recipients: string[]) =>
      here.api.post('/v1/emails/{id}/send-draft', { params: { id: email.id }, body: { recipients } }),
    onSuccess: (_, recipients) => {
      setAsks(false);
      say(words.review.tested(recipients.join(', ')));
    },
  });
  const submit = submitted(form => {
    const typed = textOf(form, 'recipients');
    send.mutate(typed.split(/[\s,;]+/).filter(Boolean));
  });
  return (
    <>
      {send.error && <Failure error={send.error} />}
      {asks ? (
        <form className={styles.form} onSubmit={submit}>
          <Field
            label={words.review.test_to}
            name="recipients"
            hint={words.review.test_hint}
            required
            autoFocus
          />
          <Button type="submit" wide busy={send.isPending}>
            {words.review.test_send}
          </Button>
        </form>
      ) : (
        <div className={styles.pair}>
          <Button
            look="quiet"
            busy={send.isPending}
            aria-keyshortcuts={keys.review.test[0]}
            onClick={() => send.mutate([own])}
          >
            {words.review.test}
            <span aria-hidden="true">
              {' '}
              <Key>{keys.review.test[0].toUpperCase()}</Key>
            </span>
          </Button>
          <Button look="quiet" onClick={() => setAsks(true)}>
            {words.review.test_others}
          </Button>
        </div>
      )}
    </>
  );
}
