import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilterGroup } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { noConditions } from '../../audience/filter/fields.ts';
import { type Sequence, sequencesKey } from '../../sequences/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Failure, Loaded } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { ConditionField } from './condition-field.tsx';
import styles from './editor.module.css';
import { Reasons } from './simulation.tsx';

const said = words.start_people;

/** Starts the sequence for people who are on the list already. First says how many, and why not the others. */
export function StartDialog({
  sequence: { id, status },
  onDone,
  onClose,
}: {
  sequence: Sequence;
  onDone: () => Promise<void>;
  onClose: () => void;
}) {
  const here = useHere();
  const [whom, setWhom] = useState<'everybody' | 'filter'>('everybody');
  const [filter, setFilter] = useState<FilterGroup>();
  const filters = whom === 'everybody' ? noConditions : filter;
  const invoke = (dry_run: boolean) =>
    here.api.post('/v1/automations/{id}/invoke', { params: { id }, body: { filters: filters!, dry_run } });
  const rehearsal = useQuery({
    queryKey: [...sequencesKey(here), id, 'start', filters],
    queryFn: () => invoke(true),
    enabled: filters !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
  const start = useMutation({
    mutationFn: () => invoke(false),
    onSuccess: ({ entering }) => {
      say(said.started(entering));
      onClose();
      return onDone();
    },
  });
  const entering = filters && !rehearsal.isPlaceholderData ? rehearsal.data?.entering : undefined;
  const isOff = status === 'inactive';
  return (
    <Dialog title={said.title} onClose={onClose}>
      <div className={styles.choice}>
        <p>{isOff ? said.off : said.detail}</p>
        <span>{said.whom}</span>
        <Segments label={said.whom} value={whom} options={said.whoms} onChange={setWhom} />
      </div>
      {whom === 'filter' && (
        <ConditionField label={said.which} none={said.choose} filter={filter} onChange={setFilter} />
      )}
      {filters && (
        <div className={styles.counted} role="status">
          <Loaded query={rehearsal} lines={2} height="1.75rem">
            {({ entering, refused }) => (
              <>
                <strong>{said.entering(entering)}</strong>
                <Reasons title={said.refused} reasons={refused} />
              </>
            )}
          </Loaded>
        </div>
      )}
      {start.error && <Failure error={start.error} />}
      <DialogButtons onCancel={onClose}>
        <Button
          look="solid"
          busy={start.isPending}
          disabled={isOff || !entering}
          onClick={() => start.mutate()}
        >
          {said.act(entering ?? 0)}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
