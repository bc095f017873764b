import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { FilterGroup, Segment } from '../../../src/client/schema.ts';
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
import styles from './subscribers-screen.module.css';

const said = words.segment;

type Filtered = {
  here: Here;
  filter: FilterGroup;
  /** The segment whose filter was changed. */
  segment: Segment | undefined;
  onShow: (wanted: { segment?: string }) => void;
};

/** Offers to save the filter: as a new segment, or in the one that was changed. */
export function UnsavedFilter({ here, filter, segment, onShow }: Filtered) {
  const [isNaming, setNaming] = useState(false);
  const queryClient = useQueryClient();
  const update = useMutation({
    mutationFn: ({ id }: Segment) =>
      must(() => here.api.patch('/v1/segments/{id}', { params: { id }, body: { filters: filter } })),
    onSuccess: async ({ id, name }) => {
      await queryClient.invalidateQueries({ queryKey: ['newsletter', here.newsletter.id] });
      say(said.updated(name));
      onShow({ segment: id });
    },
  });
  return (
    <div className={styles.unsaved}>
      {segment && <span>{said.changed(segment.name)}</span>}
      {segment && (
        <Button busy={update.isPending} onClick={() => update.mutate(segment)}>
          {said.update(segment.name)}
        </Button>
      )}
      <Button look={segment ? 'quiet' : 'plain'} onClick={() => setNaming(true)}>
        {said.save}
      </Button>
      {segment && (
        <Button look="quiet" onClick={() => onShow({ segment: segment.id })}>
          {said.discard}
        </Button>
      )}
      {update.error && <Failure error={update.error} />}
      {isNaming && (
        <SaveSegment here={here} filter={filter} onShow={onShow} onClose={() => setNaming(false)} />
      )}
    </div>
  );
}

type Saved = Pick<Filtered, 'here' | 'filter' | 'onShow'> & { onClose: () => void };

function SaveSegment({ here, filter, onShow, onClose }: Saved) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (name: string) =>
      must(() => here.api.post('/v1/segments', { body: { name, filters: filter } })),
    onSuccess: async ({ id, name }) => {
      await queryClient.invalidateQueries({ queryKey: segmentsQuery(here).queryKey });
      say(said.created(name));
      onClose();
      onShow({ segment: id });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(String(new FormData(event.currentTarget).get('name')));
  };
  const wrong = errorAt(save.error, 'name');
  return (
    <Dialog title={said.save_title} onClose={onClose}>
      <form onSubmit={submit}>
        <Fields>
          <p className={styles.note}>{said.save_detail}</p>
          <Field
            name="name"
            label={said.name}
            required
            maxLength={100}
            error={wrong}
            autoComplete="off"
            data-focus
          />
          {save.error && !wrong && <Failure error={save.error} />}
        </Fields>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" look="solid" busy={save.isPending}>
            {said.create}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
