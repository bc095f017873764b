import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Email } from '../../../../src/client/schema.ts';
import { useActor } from '../../accounts/actors.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { usePlace } from '../../accounts/session.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { fetchEmail, keepEmail } from '../queries.ts';
import { DeclineDialog } from './decline-dialog.tsx';

const said = words.approval;
type Waiting = { here: Here; email: Email };

/** Returns what the signed-in person may do about an email that waits for an approval. */
export function useApproval({ here, email }: Waiting) {
  const role = usePlace()?.role;
  const asker = useActor(here, email.approval.requested_by);
  const waits = email.approval.state === 'requested';
  return { asker, waits, mayApprove: waits && !asker.isYou && (role === 'owner' || role === 'editor') };
}

/** Says who asked for an approval, when, for how many, and who may give it; or who declined, and why. Otherwise shows nothing. */
export function ApprovalNote({ here, email, className }: Waiting & { className: string | undefined }) {
  const { asker, waits, mayApprove } = useApproval({ here, email });
  const { state, by, count, requested_date, reason } = email.approval;
  const decliner = useActor(here, state === 'declined' ? by : null);
  if (state === 'declined' && email.status === 'draft')
    return (
      <p className={className}>
        {said.not_approved(decliner.isYou ? said.you : decliner.name, reason)} {asker.isYou && said.ask_again}
      </p>
    );
  if (!waits) return null;
  return (
    <p className={className}>
      {requested_date && (
        <>
          {said.asked(asker.isYou ? said.you : asker.name, count ?? 0)}{' '}
          <Time at={requested_date} zone={here.newsletter.timezone} precise />.{' '}
        </>
      )}
      {mayApprove ? said.yours : asker.isYou ? said.own : said.others}
    </p>
  );
}

/** Takes back one's own request, or asks why another's is declined. Either way the email becomes a draft again. */
export function EndRequest(props: Waiting & { onEnd: () => void }) {
  const { here, email, onEnd } = props;
  const { asker, waits, mayApprove } = useApproval({ here, email });
  const [declines, setDeclines] = useState(false);
  if (waits && asker.isYou) return <TakeBack {...props} />;
  if (!mayApprove) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setDeclines(true)}>
        {said.decline}
      </Button>
      {declines && <DeclineDialog email={email} onDeclined={onEnd} onClose={() => setDeclines(false)} />}
    </>
  );
}

function TakeBack({ here, email, onEnd }: Waiting & { onEnd: () => void }) {
  const end = useMutation({
    mutationFn: async () => {
      const params = { id: email.id };
      await here.api.delete('/v1/emails/{id}/approval', { params });
      return fetchEmail(here, email.id);
    },
    onSuccess: result => {
      keepEmail(here, result);
      say(said.taken_back);
      onEnd();
    },
  });
  return (
    <>
      {end.error && <Failure error={end.error} />}
      <Button look="quiet" busy={end.isPending} onClick={() => end.mutate()}>
        {said.take_back}
      </Button>
    </>
  );
}
