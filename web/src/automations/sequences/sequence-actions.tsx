import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { queryClient } from '../../platform/api.ts';
import { type Sequence, sequencesKey } from '../../sequences/queries.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import feed from '../feed-screen.module.css';
import { StartDialog } from './start-dialog.tsx';
import { SwitchOnDialog } from './switch-on-dialog.tsx';

const said = words.sequence;
const act = (label: string) => label.replace(/ …$/, '');

/** Offers the actions for a sequence. */
export function SequenceActions({ sequence }: { sequence: Sequence }) {
  const here = useHere();
  const [asks, setAsks] = useState<'on' | 'start' | 'delete'>();
  const navigate = useNavigate();
  const maySend = usePermission('sending', 'write');
  const seesPeople = usePermission('subscribers', 'read');
  const { api, newsletter } = here;
  const params = { id: sequence.id };
  const forget = () => queryClient.invalidateQueries({ queryKey: sequencesKey(here) });
  const complain = (error: Error) => say(error.message);
  const switchOff = useMutation({
    mutationFn: () =>
      api.patch('/v1/automations/{id}', { params, body: { kind: 'event', status: 'inactive' } }),
    onSuccess: () => {
      say(said.switched_off);
      return forget();
    },
    onError: complain,
  });
  const approve = useMutation({
    mutationFn: () => api.post('/v1/automations/{id}/approval', { params }),
    onSuccess: () => {
      say(said.approved);
      return forget();
    },
    onError: complain,
  });
  const isOn = sequence.status === 'active';
  const close = () => setAsks(undefined);
  return (
    <div className={feed.actions}>
      <Menu
        label={said.more}
        items={[
          ...(seesPeople ? [{ label: said.start_people, run: () => setAsks('start') }] : []),
          ...(maySend && sequence.approval === 'none'
            ? [{ label: said.approve, run: () => approve.mutate() }]
            : []),
          ...(isOn ? [{ label: said.switch_off, run: () => switchOff.mutate() }] : []),
          { label: said.remove, run: () => setAsks('delete'), danger: true },
        ]}
      />
      {!isOn && <Button onClick={() => setAsks('on')}>{said.switch_on}</Button>}
      <Link
        to="/$newsletter/sequences/$sequence/edit"
        params={{ newsletter: newsletter.username, sequence: sequence.id }}
        className={buttonClass('solid')}
      >
        {said.edit}
      </Link>
      {asks === 'on' && <SwitchOnDialog sequence={sequence} onDone={forget} onClose={close} />}
      {asks === 'start' && <StartDialog sequence={sequence} onDone={forget} onClose={close} />}
      {asks === 'delete' && (
        <Confirmation
          title={said.delete_title(sequence.name)}
          act={act(said.remove)}
          run={() => api.delete('/v1/automations/{id}', { params })}
          done={said.deleted}
          onDone={async () => {
            await navigate({ to: '/$newsletter/sequences', params: { newsletter: newsletter.username } });
            await forget();
          }}
          onClose={close}
        >
          {said.delete_detail(sequence.counts.waiting + sequence.counts.held)}
        </Confirmation>
      )}
    </div>
  );
}
