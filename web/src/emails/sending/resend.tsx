import { useMutation, useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Email } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { emailsKey, forgetEmails, type Progress } from '../queries.ts';
import styles from './resend.module.css';

const states = ['uncertain', 'permanent', 'temporary'] as const;
type State = (typeof states)[number];
const shown = 3;

type Resent = { here: Here; email: Email; progress: Progress; onChange: () => void };

/** Sends the email again to people who did not get it, chosen by the status of their copy. */
export function Resend(resent: Resent) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button onClick={() => setAsks(true)}>{words.resend.open}</Button>
      {asks && <ResendDialog {...resent} onClose={() => setAsks(false)} />}
    </>
  );
}

/** Says how many people would get it and who they are, before anything is sent. */
function ResendDialog({ here, email, progress, onChange, onClose }: Resent & { onClose: () => void }) {
  const [chosen, setChosen] = useState<State[]>([]);
  const wanted = states.filter(state => progress[state] > 0);
  const found = useQueries({
    queries: wanted.map(status => ({
      queryKey: [...emailsKey(here), email.id, 'resendable', status],
      queryFn: () => {
        const query = { status: [status], resendable: 'true' as const, page_size: shown };
        return here.api.get('/v1/emails/{id}/deliveries', { params: { id: email.id }, query });
      },
      staleTime: 0,
    })),
  });
  const resend = useMutation({
    mutationFn: () => {
      const params = { id: email.id };
      return here.api.post('/v1/emails/{id}/deliveries/resend', { params, body: { status: chosen } });
    },
    onSuccess: ({ count }) => {
      say(words.resend.done(count));
      onClose();
      void forgetEmails(here);
      onChange();
    },
  });
  const error = resend.error ?? found.find(one => one.error)?.error;
  const isKnown = found.every(({ data }) => data);
  const countOf = (state: State) => found[wanted.indexOf(state)]?.data?.count ?? 0;
  const count = chosen.reduce((sum, state) => sum + countOf(state), 0);
  const hints: Record<State, string> = {
    uncertain: words.resend.uncertain_hint,
    permanent: words.resend.permanent_hint(progress.permanent - countOf('permanent')),
    temporary: words.resend.temporary_hint,
  };
  return (
    <Dialog title={words.resend.title} onClose={onClose}>
      <p className={styles.explain}>{words.resend.explain}</p>
      {!isKnown && !error && <Skeleton lines={2} />}
      <ul className={styles.states}>
        {isKnown &&
          wanted.map((state, index) => (
            <li key={state}>
              <CheckField
                label={words.resend[state](countOf(state))}
                hint={hints[state]}
                disabled={countOf(state) === 0}
                checked={chosen.includes(state)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, state] : chosen.filter(one => one !== state))
                }
              />
              {countOf(state) > 0 && (
                <p className={styles.who}>
                  {whoOf(found[index]!.data!)}{' '}
                  <Link
                    to="/$newsletter/emails/$email/recipients"
                    params={{ newsletter: here.newsletter.username, email: email.id }}
                    search={{ status: state, reaction: 'resendable' }}
                  >
                    {words.resend.list}
                  </Link>
                </p>
              )}
            </li>
          ))}
      </ul>
      {error ? <Failure error={error} /> : null}
      <DialogButtons onCancel={onClose}>
        <Button look="danger" busy={resend.isPending} disabled={count === 0} onClick={() => resend.mutate()}>
          {words.resend.act(count)}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

type Found = { results: { email_address: string | null }[]; count: number };

function whoOf({ results, count }: Found): string {
  const addresses = results.map(({ email_address }) => email_address ?? words.recipients.erased);
  return words.resend.who(addresses, count - addresses.length);
}
