import type { Segment } from '../../../../src/client/schema.ts';
import { DeleteUnlessUsed } from '../../accounts/delete-unless-used.tsx';
import { useHere } from '../../accounts/newsletters.ts';
import { queryClient } from '../../platform/api.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { segmentsQuery } from '../queries.ts';

const said = words.segment;

/** Asks, then deletes the segment. If something uses it, lists those uses instead. */
export function DeleteSegment({
  segment: { id, name },
  onDeleted,
  onClose,
}: {
  segment: Segment;
  onDeleted?: () => void;
  onClose: () => void;
}) {
  const here = useHere();
  return (
    <DeleteUnlessUsed
      kind="segments"
      id={id}
      title={said.delete_title(name)}
      in_use={words.segments.delete_in_use}
      act={said.delete_act}
      remove={() => here.api.delete('/v1/segments/{id}', { params: { id } })}
      onDeleted={() => {
        onDeleted?.();
        onClose();
        say(said.deleted(name));
        void queryClient.invalidateQueries({ queryKey: segmentsQuery(here).queryKey });
      }}
      onClose={onClose}
    >
      {said.delete_detail}
    </DeleteUnlessUsed>
  );
}
