import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Here, useHere } from '../../accounts/newsletters.ts';
import { queryClient } from '../../platform/api.ts';
import { submitted } from '../../platform/form.ts';
import { useSettled } from '../../platform/settled.ts';
import { type Sequence, sequencesKey } from '../../sequences/queries.ts';
import { Button } from '../../ui/button.tsx';
import type { Back } from '../../ui/desk-bar.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import simulator from '../simulator.module.css';
import { SimulatedForm } from '../simulator-frame.tsx';
import { changesOf, type Draft, makesEdition, requestOf } from './draft.ts';
import { EditSheet } from './edit-sheet.tsx';
import { SequenceForm } from './sequence-form.tsx';
import { SequenceSimulation } from './simulation.tsx';
import { simulationQuery } from './simulation-query.ts';

const said = words.sequence_editor;

/** Edits a sequence, and shows beside it what it would have done in the last 90 days. */
export function SequenceEditor({
  title,
  sequence,
  initial,
  onOther,
}: {
  title: string;
  sequence: Sequence | undefined;
  initial: Draft;
  /** Called to choose another template. */
  onOther?: () => void;
}) {
  const here = useHere();
  const [draft, setDraft] = useState(initial);
  // Changes are measured against this, even if somebody else has changed the sequence meanwhile.
  const [before] = useState(initial);
  const [asks, setAsks] = useState(false);
  const change = (changes: Partial<Draft>) => setDraft(present => ({ ...present, ...changes }));
  const simulation = useQuery(simulationQuery(here, useSettled(draft)));
  const navigate = useNavigate();
  const finish = async (id: string, told: string) => {
    say(told);
    await queryClient.invalidateQueries({ queryKey: sequencesKey(here) });
    const params = { newsletter: here.newsletter.username, sequence: id };
    await navigate({ to: '/$newsletter/sequences/$sequence', params });
  };
  const changes = sequence ? changesOf(before, draft) : {};
  const save = useMutation({
    mutationFn: () =>
      sequence
        ? here.api.patch('/v1/automations/{id}', {
            params: { id: sequence.id },
            body: { ...changes, kind: 'event' },
          })
        : here.api.post('/v1/automations', { body: requestOf(draft) }),
    onSuccess: saved => finish(saved.id, sequence ? said.saved : said.created),
  });
  const inside = sequence ? sequence.counts.waiting + sequence.counts.held : 0;
  const submit = submitted(() => {
    if (inside > 0 && makesEdition(changes)) setAsks(true);
    else save.mutate();
  });
  return (
    <>
      <SimulatedForm
        title={title}
        back={backToSequences(here, sequence?.id)}
        summary={simulation.data && words.sequence_simulation.summary(simulation.data.entered)}
        act={sequence ? words.parts.save : said.create}
        save={save}
        wide
        onSubmit={submit}
        simulation={<SequenceSimulation actions={requestOf(draft).actions} query={simulation} />}
      >
        {onOther && (
          <Button look="quiet" className={simulator.other!} onClick={onOther}>
            {said.other}
          </Button>
        )}
        <SequenceForm draft={draft} error={save.error} onChange={change} />
      </SimulatedForm>
      {asks && sequence && (
        <EditSheet
          sequence={sequence}
          changes={changes}
          onSaved={(id, everyone) => finish(id, everyone ? said.saved_everyone : said.saved)}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

/** Returns the link back to the sequence; without one, to the list of them. */
export function backToSequences({ newsletter: { username: newsletter } }: Here, sequence?: string): Back {
  const label = words.sequence.back;
  return sequence === undefined
    ? { label, to: '/$newsletter/sequences', params: { newsletter } }
    : { label, to: '/$newsletter/sequences/$sequence', params: { newsletter, sequence } };
}
