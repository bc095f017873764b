import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Email } from '../../../src/client/schema.ts';
import { useActor } from '../accounts/actors.ts';
import type { Here } from '../accounts/newsletters.ts';
import { usePlace } from '../accounts/session.ts';
import { must } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { emailQuery, fetchEmail, forgetEmails } from './queries.ts';

const said = words.approval;
type Waiting = { here: Here; email: Email };

/** What the signed-in person may do about an email that waits for an approval. */
export function useApproval({ here, email }: Waiting) {
  const role = usePlace()?.role;
  const asker = useActor(here, email.approval.requested_by);
  const waits = email.approval.state === 'requested';
  return { asker, waits, mayApprove: waits && !asker.isYou && (role === 'owner' || role === 'editor') };
}

/** Who asked for an approval, when, for how many, and who may give it. Nothing if it does not wait for one. */
export function ApprovalNote({ here, email, className }: Waiting & { className: string | undefined }) {
  const { asker, waits, mayApprove } = useApproval({ here, email });
  if (!waits) return null;
  const { count, requested_date } = email.approval;
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

/** Takes the request back, or declines it: either way the email is a draft again. */
export function EndRequest({ here, email, onEnd }: Waiting & { onEnd: () => void }) {
  const { asker, waits, mayApprove } = useApproval({ here, email });
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: async () => {
      const params = { id: email.id };
      await must(() => here.api.delete('/v1/emails/{id}/approval', { params }));
      return fetchEmail(here, email.id);
    },
    onSuccess: result => {
      queryClient.setQueryData(emailQuery(here, email.id).queryKey, result);
      void forgetEmails(here, queryClient);
      say(asker.isYou ? said.taken_back : said.declined);
      onEnd();
    },
  });
  if (!waits || !(asker.isYou || mayApprove)) return null;
  return (
    <>
      {end.error && <Failure error={end.error} />}
      <Button look="quiet" busy={end.isPending} onClick={() => end.mutate()}>
        {asker.isYou ? said.take_back : said.decline}
      </Button>
    </>
  );
}
