import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useHere } from '../../accounts/newsletters.ts';
import { sequenceQuery } from '../../sequences/queries.ts';
import { Loaded } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { SimulatorFrame } from '../simulator-frame.tsx';
import { draftOf } from './draft.ts';
import { backToSequences, SequenceEditor } from './sequence-editor.tsx';

const said = words.sequence_editor;

/** Changes a sequence in the same editor. */
export function EditSequenceScreen() {
  const here = useHere();
  const { sequence: id } = useParams({ from: '/$newsletter/sequences/$sequence/edit' });
  const query = useQuery(sequenceQuery(here, id));
  if (!query.data)
    return (
      <SimulatorFrame title={said.title_edit('…')} back={backToSequences(here, id)}>
        <Loaded query={query} lines={8}>
          {() => null}
        </Loaded>
      </SimulatorFrame>
    );
  return (
    <SequenceEditor
      key={id}
      title={said.title_edit(query.data.name)}
      sequence={query.data}
      initial={draftOf(query.data)}
    />
  );
}
