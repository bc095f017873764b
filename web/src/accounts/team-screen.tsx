import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle, Rows, Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import { Invitations } from './invitations.tsx';
import { InviteForm } from './invite-form.tsx';
import { useHere } from './newsletters.ts';
import { invitationsQuery, teamKey, teamQuery } from './queries.ts';
import { SecretOnce } from './secret-once.tsx';
import { roles, usePermission } from './session.ts';
import { TeamMember } from './team-member.tsx';
import styles from './team-screen.module.css';

/** Lists the people who work on the newsletter and those invited, and says what each role may do. */
export function TeamScreen() {
  const here = useHere();
  const mayChange = usePermission('settings', 'write');
  const { invite: invites = false } = useSearch({ from: '/$newsletter/frame/settings/team' });
  const navigate = useNavigate({ from: '/$newsletter/settings/team' });
  const setInvites = (invite: boolean) => void navigate({ search: invite ? { invite } : {} });
  const [url, setUrl] = useState<string>();
  const { data, error, refetch, isPending } = useQuery(teamQuery(here));
  const invitations = useQuery(invitationsQuery(here));
  return (
    <>
      <PageTitle
        action={
          mayChange && (
            <Button look="solid" onClick={() => setInvites(true)}>
              {words.team.invite}
            </Button>
          )
        }
      >
        {words.team.title}
      </PageTitle>
      {url && <SecretOnce secret={url} note={words.team.link_once} onDone={() => setUrl(undefined)} />}
      {isPending || invitations.isPending ? (
        <Skeleton lines={2} height="56px" />
      ) : (
        <>
          {data ? (
            <Rows>
              {data.map(person => (
                <TeamMember key={person.id} person={person} />
              ))}
            </Rows>
          ) : (
            <Failure error={error} retry={() => void refetch()} />
          )}
          <Invitations onInvited={setUrl} />
          <Powers />
        </>
      )}
      {invites && mayChange && (
        <InviteForm
          onClose={() => setInvites(false)}
          onInvited={made => {
            setInvites(false);
            setUrl(made);
            void queryClient.invalidateQueries({ queryKey: teamKey(here) });
          }}
        />
      )}
    </>
  );
}

function Powers() {
  const powers = words.powers;
  const all = [
    ...roles.map(role => [words.team.roles[role], powers[role]] as const),
    [powers.installation, powers.installation_detail] as const,
  ];
  return (
    <Section title={powers.title}>
      <dl className={styles.roles}>
        {all.map(([name, detail]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
