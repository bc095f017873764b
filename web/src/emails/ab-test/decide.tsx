import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Email, EmailAbTest } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/state.tsx';
import { abTest as said } from '../../words/ab-test.ts';
import { forgetEmails } from '../queries.ts';
import styles from './ab-test.module.css';

type Choice = number | 'split';
type Deciding = { email: Email; test: EmailAbTest; onDecided: () => void };

const nameOf = (choice: Choice) => (choice === 'split' ? said.decide_split : said.decide(choice));

/** Lets the author decide the test early. A decision is final. */
export function Decide({ email, test, onDecided }: Deciding) {
  const here = useHere();
  const writes = usePermission('emails', 'write');
  const sends = usePermission('sending', 'write');
  const [chosen, setChosen] = useState<Choice>();
  const decide = useMutation({
    mutationFn: (variant: Choice) =>
      here.api.post('/v1/emails/{id}/ab-test/decide', { params: { id: email.id }, body: { variant } }),
    onSuccess: async () => {
      setChosen(undefined);
      onDecided();
      await forgetEmails(here);
    },
  });
  if (!writes || !sends) return null;
  const choices: Choice[] = [...test.variants.map(({ variant }) => variant), 'split'];
  return (
    <div className={styles.decide}>
      {choices.map(choice => (
        <Button key={choice} look={choice === 'split' ? 'quiet' : 'plain'} onClick={() => setChosen(choice)}>
          {nameOf(choice)}
        </Button>
      ))}
      {chosen !== undefined && (
        <Dialog title={nameOf(chosen)} onClose={() => setChosen(undefined)}>
          <p>{said.final(test.rest)}</p>
          {decide.error && <Failure error={decide.error} />}
          <DialogButtons onCancel={() => setChosen(undefined)}>
            <Button look="solid" busy={decide.isPending} onClick={() => decide.mutate(chosen)}>
              {said.confirm}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </div>
  );
}
