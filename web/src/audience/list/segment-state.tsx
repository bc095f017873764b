import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilterGroup, Segment } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { readAgain } from '../../accounts/newsletters.ts';
import { queryClient } from '../../platform/api.ts';
import { errorAt } from '../../platform/failure.ts';
import { limits } from '../../platform/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Failure } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { segmentsQuery } from '../queries.ts';
import styles from './subscribers-screen.module.css';

const said = words.segment;

type Filtered = {
  here: Here;
  filter: FilterGroup;
  /** The segment whose filter was changed. */
  segment: Segment | undefined;
  onShow: (wanted: { segment?: string }) => void;
};

/** Offers to save the filter as a new segment, or in the segment that was changed. */
export function UnsavedFilter({ here, filter, segment, onShow }: Filtered) {
  const [isNaming, setNaming] = useState(false);
  const update = useMutation({
    mutationFn: ({ id }: Segment) =>
      here.api.patch('/v1/segments/{id}', { params: { id }, body: { filters: filter } }),
    onSuccess: async ({ id, name }) => {
      await readAgain(here);
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
  const save = useMutation({
    mutationFn: (name: string) => here.api.post('/v1/segments', { body: { name, filters: filter } }),
    onSuccess: async ({ id, name }) => {
      await queryClient.invalidateQueries({ queryKey: segmentsQuery(here).queryKey });
      say(said.created(name));
      onClose();
      onShow({ segment: id });
    },
  });
  return (
    <FormDialog
      title={said.save_title}
      act={said.create}
      action={save}
      shown={['name']}
      onSubmit={form => save.mutate(String(form.get('name')))}
      onClose={onClose}
    >
      <p className={styles.note}>{said.save_detail}</p>
      <Field
        name="name"
        label={said.name}
        required
        maxLength={limits.segments.name}
        error={errorAt(save.error, 'name')}
        autoComplete="off"
        data-focus
      />
    </FormDialog>
  );
}
