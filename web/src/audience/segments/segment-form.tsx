import { useMutation } from '@tanstack/react-query';
import type { Segment } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { queryClient } from '../../platform/api.ts';
import { errorAt } from '../../platform/failure.ts';
import { textOf } from '../../platform/form.ts';
import { limits } from '../../platform/limits.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { segmentsQuery } from '../queries.ts';

const named = words.segments;

/** Changes the name and the description of a segment. */
export function RenameSegment({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const here = useHere();
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const body = { name: textOf(form, 'name'), description: textOf(form, 'description') };
      return here.api.patch('/v1/segments/{id}', { params: { id: segment.id }, body });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: segmentsQuery(here).queryKey });
      say(named.saved);
      onClose();
    },
  });
  return (
    <FormDialog
      title={named.rename_title(segment.name)}
      act={words.parts.save}
      action={save}
      shown={['name']}
      onSubmit={form => save.mutate(form)}
      onClose={onClose}
    >
      <Field
        name="name"
        label={named.name}
        defaultValue={segment.name}
        required
        maxLength={limits.segments.name}
        error={errorAt(save.error, 'name')}
        autoComplete="off"
      />
      <Field
        name="description"
        label={named.description}
        hint={named.description_hint}
        defaultValue={segment.description}
        maxLength={limits.segments.description}
      />
    </FormDialog>
  );
}
