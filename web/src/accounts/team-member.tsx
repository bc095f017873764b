import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Person } from '../../../src/client/schema.ts';
import { queryClient } from '../platform/api.ts';
import { Mark } from '../ui/chip.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { Menu, OpensIcon } from '../ui/menu.tsx';
import { Row } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { say } from '../ui/toast.tsx';
import { signOn } from '../words/sign-on.ts';
import { words } from '../words.ts';
import { nameOf } from './actors.ts';
import { forgetNewsletters, useHere } from './newsletters.ts';
import { teamKey } from './queries.ts';
import { type Role, roles, sessionQuery, usePermission } from './session.ts';

const said = words.team;

/** Shows one person on the team: their name, their last visit, and what they may do. */
export function TeamMember({ person }: { person: Person }) {
  const { newsletter } = useHere();
  const mayChange = usePermission('settings', 'write');
  const { data: session } = useQuery(sessionQuery);
  const isYou = session?.person?.id === person.id;
  const [leaves, setLeaves] = useState(false);
  const change = useChange(person, isYou);
  const { name, email_address, email_confirmed, role, installation, last_used_date } = person;
  const { group, has_identity, has_two_factors } = person;
  const disconnect = useDisconnect(person);
  const facts = [
    name && email_address,
    !email_confirmed && said.unproven,
    installation && words.powers.installation,
    has_two_factors && said.two_factors,
    group !== null && !installation && signOn.from_group(group),
  ].filter(Boolean);
  const items = [
    // An owner of the installation owns every newsletter, whatever their role in it.
    ...(installation ? [] : rolesFor(person)).map(other => ({
      label: said.make(said.roles[other]),
      run: () => change.mutate({ role: other }),
    })),
    ...(session?.person?.installation
      ? [
          {
            label: installation ? said.not_installation : said.make_installation,
            run: () => change.mutate({ installation: !installation }),
          },
        ]
      : []),
    ...(session?.person?.installation && has_identity
      ? [{ label: signOn.disconnect, danger: true, run: () => disconnect.mutate() }]
      : []),
    ...(installation
      ? []
      : [{ label: isYou ? said.leave : said.remove, danger: true, run: () => setLeaves(true) }]),
  ];
  return (
    <Row
      title={
        <>
          {nameOf(person)} {isYou && <Mark>{said.you}</Mark>}
        </>
      }
      note={
        <>
          {facts.map(fact => `${fact} · `)}
          {last_used_date ? (
            <>
              {said.last_here} <Time at={last_used_date} zone={newsletter.timezone} />
            </>
          ) : (
            said.never_here
          )}
          {change.error && <Failure error={change.error} />}
          {disconnect.error && <Failure error={disconnect.error} />}
          {leaves && <Leaving person={person} isYou={isYou} onClose={() => setLeaves(false)} />}
        </>
      }
      action={
        mayChange && items.length > 0 ? (
          <Menu look="plain" items={items}>
            {said.roles[role]}
            <OpensIcon />
          </Menu>
        ) : (
          <Mark>{said.roles[role]}</Mark>
        )
      }
    />
  );
}

/** Returns the other roles that the person can be given. A group restores its role at the next sign-in, so no role below it is offered. */
function rolesFor({ role, group }: Person): Role[] {
  return roles.filter((other, at) => other !== role && (group === null || at < roles.indexOf(role)));
}

/** Disconnects all outside accounts from the person. */
function useDisconnect({ id }: Person) {
  const here = useHere();
  return useMutation({
    mutationFn: async () => {
      const { results } = await here.api.get('/v1/people/{id}/identities', { params: { id } });
      for (const { id: identity_id } of results)
        await here.api.delete('/v1/people/{id}/identities/{identity_id}', { params: { id, identity_id } });
    },
    onSuccess: async () => {
      say(signOn.disconnected);
      await queryClient.invalidateQueries({ queryKey: teamKey(here) });
    },
  });
}

function useChange({ id }: Person, isYou: boolean) {
  const here = useHere();
  return useMutation({
    mutationFn: (body: { role: Role } | { installation: boolean }) =>
      here.api.patch('/v1/people/{id}', { params: { id }, body }),
    onSuccess: async () => {
      say(words.parts.saved);
      await queryClient.invalidateQueries({ queryKey: teamKey(here) });
      if (isYou) await forgetNewsletters();
    },
  });
}

type Leaver = { person: Person; isYou: boolean; onClose: () => void };

/** Removes the person from the newsletter. Somebody who leaves goes to their other newsletters. */
function Leaving({ person, isYou, onClose }: Leaver) {
  const here = useHere();
  const navigate = useNavigate();
  return (
    <Confirmation
      title={isYou ? words.profile.leave_title(here.newsletter.name) : said.remove_title(nameOf(person))}
      act={isYou ? words.profile.leave : said.remove}
      run={() => here.api.delete('/v1/people/{id}', { params: { id: person.id } })}
      onDone={async () => {
        if (!isYou) {
          say(said.removed);
          onClose();
          return queryClient.invalidateQueries({ queryKey: teamKey(here) });
        }
        // The newsletter's screens must close before its data is removed.
        await navigate({ to: '/account', hash: 'places', replace: true });
        queryClient.removeQueries({ queryKey: ['newsletter', here.newsletter.id] });
        await forgetNewsletters();
        say(words.profile.left(here.newsletter.name));
      }}
      onClose={onClose}
    >
      {isYou ? words.profile.leave_detail : said.remove_detail}{' '}
      {person.group !== null && signOn.back_with_group(person.group)}
    </Confirmation>
  );
}
