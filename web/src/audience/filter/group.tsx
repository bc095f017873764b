import { useId } from 'react';
import type { FilterGroup } from '../../../../src/client/schema.ts';
import { Button } from '../../ui/button.tsx';
import { Options } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import { Condition } from './condition.tsx';
import { newCondition, noConditions } from './fields.ts';
import styles from './filter-dialog.module.css';

const said = words.filters;
/** The API accepts ten levels, but nobody can read more than three. */
const deepest = 3;

type Edited = {
  group: FilterGroup;
  level?: number;
  onChange: (group: FilterGroup) => void;
  onRemove?: () => void;
};

/** Edits conditions and groups of them, of which all, any or none must hold. */
export function Group({ group, level = 1, onChange, onRemove }: Edited) {
  const id = useId();
  const { filters, groups, predicate } = group;
  const replaced = <One,>(all: One[], at: number, one: One | undefined) =>
    all.flatMap((old, index) => (index === at ? (one === undefined ? [] : [one]) : [old]));
  return (
    <fieldset className={level > 1 ? styles.group : undefined}>
      <div className={styles.predicate}>
        <label htmlFor={id}>{said.predicate}</label>
        <select
          id={id}
          value={predicate}
          onChange={({ target }) =>
            onChange({ ...group, predicate: target.value as FilterGroup['predicate'] })
          }
        >
          <Options of={Object.entries(said.predicates)} />
        </select>
        {onRemove && (
          <Button look="quiet" onClick={onRemove}>
            {said.remove_group}
          </Button>
        )}
      </div>
      <ul className={styles.conditions}>
        {filters.map((condition, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no names, and one may be there twice
          <li key={at}>
            <Condition
              condition={condition}
              onChange={next => onChange({ ...group, filters: replaced(filters, at, next) })}
            />
          </li>
        ))}
        {groups.map((inner, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no names either
          <li key={`group ${at}`}>
            <Group
              group={inner}
              level={level + 1}
              onChange={next => onChange({ ...group, groups: replaced(groups, at, next) })}
              onRemove={() => onChange({ ...group, groups: replaced(groups, at, undefined) })}
            />
          </li>
        ))}
      </ul>
      <div className={styles.adding}>
        <Button onClick={() => onChange({ ...group, filters: [...filters, newCondition('tags')] })}>
          {said.add}
        </Button>
        {level < deepest && (
          <Button
            look="quiet"
            onClick={() =>
              onChange({
                ...group,
                groups: [...groups, { ...noConditions, filters: [newCondition('tags')], predicate: 'or' }],
              })
            }
          >
            {said.add_group}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
