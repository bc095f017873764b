import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useHere } from '../../accounts/newsletters.ts';
import { sequenceQuery } from '../../sequences/queries.ts';
import { Loaded } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { draftOf } from './draft.ts';
import { EditorFrame } from './editor-frame.tsx';
import { SequenceEditor } from './sequence-editor.tsx';

const said = words.sequence_editor;

/** Changes a sequence in the same editor. */
export function EditSequenceScreen() {
  const here = useHere();
  const { sequence: id } = useParams({ from: '/$newsletter/sequences/$sequence/edit' });
  const query = useQuery(sequenceQuery(here, id));
  if (!query.data)
    return (
      <EditorFrame title={said.title_edit('…')} sequence={id}>
        <Loaded query={query} lines={8}>
          {() => null}
        </Loaded>
      </EditorFrame>
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
