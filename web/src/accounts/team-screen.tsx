import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { must } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { Menu, OpensIcon } from '../ui/menu.tsx';
import { PageTitle, Row, Rows, Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { InviteForm } from './invite-form.tsx';
import { useHere } from './newsletters.ts';
import { invitationsQuery, teamKey, teamQuery } from './queries.ts';
import { SecretOnce } from './secret-once.tsx';
import { type Role, roles, usePermission } from './session.ts';

/** The people who work on the newsletter, and those invited to. */
export function TeamScreen() {
  const here = useHere();
  const queryClient = useQueryClient();
  const mayChange = usePermission('settings', 'write');
  const { invite: invites = false } = useSearch({ from: '/$newsletter/frame/settings/team' });
  const navigate = useNavigate({ from: '/$newsletter/settings/team' });
  const setInvites = (invite: boolean) => void navigate({ search: invite ? { invite } : {} });
  const [url, setUrl] = useState<string>();
  const [leaving, setLeaving] = useState<{ id: string; name: string }>();
  const { data, error, refetch } = useQuery(teamQuery(here));
  const { data: invitations = [] } = useQuery(invitationsQuery(here));
  const forget = () => queryClient.invalidateQueries({ queryKey: teamKey(here) });
  const change = useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) =>
      must(() => here.api.patch('/v1/people/{id}', { params: { id }, body: { role } })),
    onSuccess: forget,
  });
  const remove = useMutation({
    mutationFn: (id: string) => must(() => here.api.delete('/v1/people/{id}', { params: { id } })),
    onSuccess: () => {
      setLeaving(undefined);
      say(words.team.removed);
      return forget();
    },
  });
  const withdraw = useMutation({
    mutationFn: (id: string) => must(() => here.api.delete('/v1/invitations/{id}', { params: { id } })),
    onSuccess: forget,
  });
  const zone = here.newsletter.timezone;
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
      {change.error && <Failure error={change.error} />}
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={2} height="56px" />
      ) : (
        <Rows>
          {data.map(({ id, name, email_address, role, has_two_factors, last_used_date }) => (
            <Row
              key={id}
              title={name || email_address || words.team.owner}
              note={
                <>
                  {[name && email_address, has_two_factors && words.team.two_factors]
                    .filter(Boolean)
                    .map(part => `${part} · `)}
                  {last_used_date ? (
                    <>
                      {words.team.last_here} <Time at={last_used_date} zone={zone} />
                    </>
                  ) : (
                    words.team.never_here
                  )}
                </>
              }
              action={
                mayChange ? (
                  <Menu
                    look="plain"
                    items={[
                      ...roles
                        .filter(other => other !== role)
                        .map(other => ({
                          label: words.team.make(words.team.roles[other]),
                          run: () => change.mutate({ id, role: other }),
                        })),
                      {
                        label: words.team.remove,
                        danger: true,
                        run: () => setLeaving({ id, name: name || email_address }),
                      },
                    ]}
                  >
                    {words.team.roles[role]}
                    <OpensIcon />
                  </Menu>
                ) : (
                  <Mark>{words.team.roles[role]}</Mark>
                )
              }
            />
          ))}
        </Rows>
      )}
      {invitations.length > 0 && (
        <Section title={words.team.invitations}>
          {withdraw.error && <Failure error={withdraw.error} />}
          <Rows>
            {invitations.map(({ id, email_address, role, expiry_date }) => (
              <Row
                key={id}
                title={email_address}
                note={
                  <>
                    {words.team.roles[role]} · {words.team.until} <Time at={expiry_date} zone={zone} />
                  </>
                }
                action={
                  mayChange && (
                    <Button busy={withdraw.isPending} onClick={() => withdraw.mutate(id)}>
                      {words.team.withdraw}
                    </Button>
                  )
                }
              />
            ))}
          </Rows>
        </Section>
      )}
      {invites && mayChange && (
        <InviteForm
          here={here}
          onClose={() => setInvites(false)}
          onInvited={made => {
            setInvites(false);
            setUrl(made);
            void forget();
          }}
        />
      )}
      {leaving && (
        <Confirmation
          title={words.team.remove_title(leaving.name)}
          act={words.team.remove}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(leaving.id)}
          onClose={() => setLeaving(undefined)}
        >
          {words.team.remove_detail}
        </Confirmation>
      )}
    </>
  );
}
