import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';

type Uncertain = { here: Here; email: Email; count: number; onChange: () => void };

/** Sends the email again to those of whom nobody knows whether they have it, after a question. */
export function ResendUncertain({ here, email, count, onChange }: Uncertain) {
  const [asks, setAsks] = useState(false);
  const resend = useMutation({
    mutationFn: () =>
      must(() =>
        here.api.post('/v1/emails/{id}/deliveries/resend', {
          params: { id: email.id },
          body: { status: 'uncertain' },
        }),
      ),
    onSuccess: result => {
      setAsks(false);
      say(words.sending.resent(result.count));
      onChange();
    },
  });
  return (
    <>
      <Button onClick={() => setAsks(true)}>{words.sending.resend(count)}</Button>
      {asks && (
        <Confirmation
          title={words.sending.resend_title}
          act={words.sending.resend_act}
          busy={resend.isPending}
          error={resend.error}
          onConfirm={() => resend.mutate()}
          onClose={() => setAsks(false)}
        >
          {words.sending.resend_explain}
        </Confirmation>
      )}
    </>
  );
}
