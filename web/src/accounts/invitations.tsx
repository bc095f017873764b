import { useMutation, useQuery } from '@tanstack/react-query';
import type { Invitation } from '../../../src/client/schema.ts';
import { queryClient } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Row, Rows, Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { useActor } from './actors.ts';
import { useHere } from './newsletters.ts';
import { invitationsQuery, teamKey } from './queries.ts';
import { usePermission } from './session.ts';
import styles from './team-screen.module.css';

const said = words.team;

/** Lists the people who were invited to work on the newsletter and have not accepted yet. */
export function Invitations({ onInvited }: { onInvited: (url: string) => void }) {
  const here = useHere();
  const { data = [], error, refetch } = useQuery(invitationsQuery(here));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (data.length === 0) return null;
  return (
    <Section title={said.invitations}>
      <Rows>
        {data.map(invitation => (
          <OpenInvitation key={invitation.id} invitation={invitation} onInvited={onInvited} />
        ))}
      </Rows>
    </Section>
  );
}

type Open = { invitation: Invitation; onInvited: (url: string) => void };

function OpenInvitation({ invitation, onInvited }: Open) {
  const { id, email_address, role, invited_by, expiry_date } = invitation;
  const here = useHere();
  const mayChange = usePermission('settings', 'write');
  const inviter = useActor(here, invited_by);
  const forget = () => queryClient.invalidateQueries({ queryKey: teamKey(here) });
  const withdraw = useMutation({
    mutationFn: () => here.api.delete('/v1/invitations/{id}', { params: { id } }),
    onSuccess: forget,
  });
  const again = useMutation({
    // A second invitation to the same address replaces the first.
    mutationFn: () => here.api.post('/v1/invitations', { body: { email_address, role, send_mail: true } }),
    onSuccess: ({ url }) => {
      say(said.invited_again(email_address));
      onInvited(url);
      return forget();
    },
  });
  const error = withdraw.error ?? again.error;
  return (
    <Row
      title={email_address}
      note={
        <>
          {said.roles[role]} · {said.invited_by(inviter.name)} · {said.until}{' '}
          <Time at={expiry_date} zone={here.newsletter.timezone} />
          {error && <Failure error={error} />}
        </>
      }
      action={
        mayChange && (
          <div className={styles.acts}>
            <Button look="quiet" busy={again.isPending} onClick={() => again.mutate()}>
              {said.invite_again}
            </Button>
            <Button busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
              {said.withdraw}
            </Button>
          </div>
        )
      }
    />
  );
}
