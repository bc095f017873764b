import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilterGroup } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { useSettled } from '../../platform/settled.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { countQuery } from '../queries.ts';
import { isWhole, newCondition, noConditions, trimmed } from './fields.ts';
import styles from './filter-dialog.module.css';
import { Group } from './group.tsx';

const said = words.filters;

type Edited = {
  filter: FilterGroup | undefined;
  onApply: (filter: FilterGroup | undefined) => void;
  onClose: () => void;
};

/** Edits a filter, and always shows how many people match it. */
export function FilterDialog({ filter, onApply, onClose }: Edited) {
  const here = useHere();
  const [group, setGroup] = useState(filter ?? { ...noConditions, filters: [newCondition('tags')] });
  const wanted = trimmed(group);
  const whole = wanted && isWhole(wanted) ? wanted : undefined;
  const settled = useSettled(whole ?? null) ?? undefined;
  const isSettled = JSON.stringify(settled) === JSON.stringify(whole);
  const count = useQuery(countQuery(here, settled));
  const known = whole && isSettled ? count.data : undefined;
  return (
    <Dialog title={said.title} kind="wide" onClose={onClose}>
      <Group group={group} onChange={setGroup} />
      <div className={styles.count} role="status">
        {!wanted ? (
          said.empty
        ) : !whole ? (
          said.incomplete
        ) : known !== undefined ? (
          said.counted(known)
        ) : count.isError && isSettled ? (
          <Failure error={count.error} retry={() => void count.refetch()} />
        ) : (
          said.counting
        )}
      </div>
      <DialogButtons>
        {filter && <Button onClick={() => onApply(undefined)}>{said.clear}</Button>}
        <Button onClick={onClose}>{words.parts.cancel}</Button>
        <Button look="solid" disabled={wanted !== undefined && !whole} onClick={() => onApply(whole)}>
          {said.apply(known)}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
