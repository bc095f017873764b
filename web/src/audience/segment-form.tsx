import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { Segment } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Fields } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { segmentsQuery } from './queries.ts';

const named = words.segments;

/** Changes the name and the description of a segment. */
export function RenameSegment({
  here,
  segment,
  onClose,
}: {
  here: Here;
  segment: Segment;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim();
      const body = { name: text('name'), description: text('description') };
      return must(() => here.api.patch('/v1/segments/{id}', { params: { id: segment.id }, body }));
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: segmentsQuery(here).queryKey });
      say(named.saved);
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(new FormData(event.currentTarget));
  };
  const wrong = errorAt(save.error, 'name');
  return (
    <Dialog title={named.rename_title(segment.name)} onClose={onClose}>
      <form onSubmit={submit}>
        <Fields>
          <Field
            name="name"
            label={named.name}
            defaultValue={segment.name}
            required
            maxLength={100}
            error={wrong}
            autoComplete="off"
          />
          <Field
            name="description"
            label={named.description}
            hint={named.description_hint}
            defaultValue={segment.description}
            maxLength={1000}
          />
          {save.error && !wrong && <Failure error={save.error} />}
        </Fields>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" look="solid" busy={save.isPending}>
            {words.parts.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
