import type { Tag } from '../../../../src/client/schema.ts';
import { DeleteUnlessUsed } from '../../accounts/delete-unless-used.tsx';
import { useHere } from '../../accounts/newsletters.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';

const named = words.tags;

/** Says what deleting a tag does, or why it cannot be deleted. */
export function DeleteTag({
  tag,
  count,
  onDone,
  onClose,
}: {
  tag: Tag;
  /** The number of people who have the tag, once known. */
  count: number | undefined;
  onDone: () => void;
  onClose: () => void;
}) {
  const here = useHere();
  return (
    <DeleteUnlessUsed
      kind="tags"
      id={tag.id}
      title={named.delete_title(tag.name)}
      in_use={named.delete_in_use}
      act={named.delete_act}
      remove={() => here.api.delete('/v1/tags/{id}', { params: { id: tag.id } })}
      onDeleted={() => {
        say(named.deleted(tag.name));
        onDone();
      }}
      onClose={onClose}
    >
      {count === undefined ? '…' : named.delete_detail(count)}
    </DeleteUnlessUsed>
  );
}
